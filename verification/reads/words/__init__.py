"""What codes and days are called in the language of whoever reads them."""
