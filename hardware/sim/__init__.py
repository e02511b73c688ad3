"""The firmware and the plant, built and stepped from Python: tests, benchmarks and experiments."""
