"""What a label asks and how a passage states a figure: its place, period, mood, measure and kind."""
