"""What could have been: whether a seat could force going out first, with all cards open, and where a hand gave that away."""
