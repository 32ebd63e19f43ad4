"""What an agent may ask over the Model Context Protocol: tools, resources and prompts over our services, with an API token.

The tools take and answer what the calls of the API do. Nothing here rules on a review: that is for people. The process that serves them
serves the streams of progress too (``streams``).
"""
