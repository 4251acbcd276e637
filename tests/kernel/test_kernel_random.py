"""Random kernels over the whole language: LLVM and CPython agree on every call."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, note, reject, settings
from hypothesis import strategies as st

from croupier.kernel import KernelError, floats, halves, machine, words
from croupier.kernel.reading import read
from croupier.kernel.translate import translate
from kernel_pairs import Pair
from kernel_strategies import integers, kernels, reals

pytestmark = pytest.mark.slow

arguments = st.tuples(
    integers,
    integers,
    reals,
    st.booleans(),
    st.lists(integers, min_size=6, max_size=6).map(words),
    st.lists(integers, min_size=4, max_size=4).map(words),
    st.lists(st.integers(-300, 300), min_size=5, max_size=5).map(halves),
    st.lists(reals, min_size=3, max_size=3).map(floats),
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    kernels(),
    st.lists(arguments, min_size=1, max_size=8),
    st.sampled_from([0, 1, 2, 2]),
)
def test_both_go_the_same_way(text: str, calls: list[tuple[object, ...]], opt: int) -> None:
    note(text)
    try:
        # As if it were long: what is hot becomes a module of its own.
        with patch.object(machine, "LONG", len(translate(read(text), ["f"]).ir) - 1):
            pair = Pair(text, opt=opt)
    except KernelError:
        reject()  # the translator saw that something always fails, such as 3 // 0
    for each in calls:
        pair(*each)
