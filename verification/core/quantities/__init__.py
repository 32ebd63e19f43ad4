"""The figures of a text, in English and Chinese, each with its exact value and unit: `grammar` finds them, `conversion` compares them."""
