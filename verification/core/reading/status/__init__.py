"""How a text stands to what it tells: asserted, denied, asked, supposed, foreseen, over; and who says so."""
