"""Builds the course, proves its checks and grades its hand-ins."""
