"""``croupier`` and ``python -m croupier``: the command line, interruptible from its first import on."""

from __future__ import annotations


def main() -> None:
    """Run the command line; Ctrl-C while its modules are loaded ends with 130, as it does later."""
    try:
        from croupier.cli import main as command_line
    except KeyboardInterrupt:
        import os

        os.write(2, b"croupier: interrupted\n")
        # Half of an import may have left anything behind: nothing else is run.
        os._exit(130)
    command_line()


if __name__ == "__main__":
    main()
