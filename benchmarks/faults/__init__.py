"""What the tests notice: faults are put into the code one by one, and the tests that touch the changed line are asked."""
