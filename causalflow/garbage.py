"""How often Python looks for garbage in the processes of the product."""

import gc

# A start makes some hundred thousand objects that last. Looked through for garbage at every 700th, they cost a quarter of its time.
OBJECTS_PER_LOOK = 50_000


def look_seldom() -> None:
    gc.set_threshold(OBJECTS_PER_LOOK)
