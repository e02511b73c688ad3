"""One table: joins the engine, the eyes, the machine and the screens."""
