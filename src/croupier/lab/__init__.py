"""Many games: experiments, statistics and reports, in as many processes as the machine has cores."""
