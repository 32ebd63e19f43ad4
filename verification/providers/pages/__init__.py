"""What a page says: its bytes become title, text and date, in processes of their own."""
