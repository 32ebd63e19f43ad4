"""What language models and rule voters are asked, how their answers are read and grounded, and how a panel decides."""
