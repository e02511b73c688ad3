"""What games come to: finals, standings, statistics, ratings, accreditation; pure, exact."""
