"""Settings of what programs come in by: the API and the server of tools."""

from causalflow import env

__all__ = ["API_PER_MINUTE", "CORS_ORIGINS"]

# Requests of one token or person in a minute: reading, small writes, and what starts work.
API_PER_MINUTE = {
    "read": env.env_int("API_READS_PER_MINUTE", 600, low=1, high=1_000_000),
    "write": env.env_int("API_WRITES_PER_MINUTE", 120, low=1, high=1_000_000),
    "work": env.env_int("API_WORK_PER_MINUTE", 60, low=1, high=1_000_000),
}
# Whose pages may call the API from a browser.
CORS_ORIGINS = env.env_list("CORS_ORIGINS")
