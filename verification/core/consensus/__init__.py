"""From a node and its pages to a verdict with its reasons: `engine` is the door, the other modules are its steps."""
