"""See where gradients stop: the small library that the course notebooks import."""
