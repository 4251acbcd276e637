"""Reports: what the lab has found out, as plots and as pages that need nothing but a browser."""
