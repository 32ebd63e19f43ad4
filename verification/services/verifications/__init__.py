"""What programs want verified: asked for, worked out, reviewed and answered."""
