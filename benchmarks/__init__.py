"""What the product is measured with. Run one as ``python -m benchmarks.NAME``; nothing here is imported by the product."""
