"""Playing in a browser: the pages, the server that hands them out, and the processes in which games run."""
