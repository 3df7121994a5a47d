"""Puzzles: what wins with all cards open?  One a day, by theme and difficulty, and each as a table to play at."""
