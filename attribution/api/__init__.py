"""The API's part about citations."""
