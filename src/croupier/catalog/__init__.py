"""Which game, which language, which engine: the only room that knows them all."""
