"""``croupier`` and ``python -m croupier``: the command line, interruptible from its first import on."""

from __future__ import annotations


def main() -> None:
    """Run the command line; Ctrl-C while modules are loaded ends with 130, as it does later."""
    _be_thrifty()
    try:
        from croupier.cli import main as command_line
    except BaseException as problem:
        if not is_interrupt(problem):
            raise
        _end()
    try:
        command_line()
    except RuntimeError as problem:
        # Commands load modules, too.
        if not is_interrupt(problem):
            raise
        _end()


def is_interrupt(problem: BaseException | None) -> bool:
    """Tells whether Ctrl-C is behind an exception: before 3.12 Python wraps it while a class is made.

    >>> is_interrupt(ValueError("no")), is_interrupt(KeyboardInterrupt())
    (False, True)
    """
    while problem is not None and not isinstance(problem, KeyboardInterrupt):
        problem = problem.__cause__
    return problem is not None


def _be_thrifty() -> None:
    """Keep NumPy from starting threads where memory is limited: they take most of it and are not used."""
    import os
    import sys

    if sys.platform != "win32":
        import resource

        if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _end() -> None:
    import os

    os.write(2, b"croupier: interrupted\n")
    # Half of an import may have left anything behind: nothing else is run.
    os._exit(130)


if __name__ == "__main__":
    main()
