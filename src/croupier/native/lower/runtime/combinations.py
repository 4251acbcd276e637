"""Kernel text: subsets of some sizes, and those whose scores add up to a number, in the order of combinations."""

from __future__ import annotations

COMBINATIONS = """
def count_subsets(n: Int, low: Int, high: Int) -> Int:
    total = 0
    size = max(0, low)
    while size <= high and size <= n and total <= 100000:
        ways = 1
        for i in range(min(size, n - size)):
            if ways <= 10000000:
                ways = ways * (n - i) // (i + 1)
        total += ways
        size += 1
    return total

def make_subsets(L: Halves[NL], C: Words[NC], at: Int, low: Int, high: Int) -> Int:
    n = L[at]
    made = 0
    size = max(0, low)
    while size <= high and size <= n:
        index = C[TOP]
        room(C, index + size)
        for i in range(size):
            C[index + i] = i
        to = index + size
        going = 1
        while going != 0:
            made += 1
            room(C, to + size)
            C[to] = size
            for i in range(size):
                C[to + 1 + i] = L[at + 1 + C[index + i]]
            to += size + 1
            i = size - 1
            while i >= 0 and C[index + i] == n - size + i:
                i -= 1
            if i < 0:
                going = 0
            else:
                C[index + i] += 1
                for j in range(i + 1, size):
                    C[index + j] = C[index + j - 1] + 1
        # The indices stand before the lists, and are dropped when the size is done.
        i = index + size
        while i < to:
            C[i - size] = C[i]
            i += 1
        C[TOP] = to - size
        size += 1
    return made

def make_sums(L: Halves[NL], C: Words[NC], at: Int, scores: Int, wanted: Int) -> Int:
    # A search with bounds: what the scores from each place on can add at least and at most.
    n = L[at]
    start = C[TOP]
    least = start
    most = start + n + 1
    index = start + 2 * n + 2
    room(C, index + n + 1)
    C[least + n] = 0
    C[most + n] = 0
    k = n - 1
    while k >= 0:
        C[least + k] = C[least + k + 1] + min(C[scores + k], 0)
        C[most + k] = C[most + k + 1] + max(C[scores + k], 0)
        k -= 1
    first = index + n + 1
    to = first
    made = 0
    tried = 1
    depth = 0
    left = wanted
    following = 0
    going = 1
    while going != 0:
        opened = 0
        if following < n and (depth > 0 or following > 0 or C[least] <= left <= C[most]):
            opened = 1
        if opened != 0:
            C[index + depth] = following
            left -= C[scores + following]
            depth += 1
            tried += 1
            if tried > 5000000:
                return 100001
            if tried & 4095 == 0:
                go_on(C)
            following += 1
            if left == 0:
                made += 1
                if made > 100000:
                    return made
                room(C, to + depth)
                C[to] = depth
                for i in range(depth):
                    C[to + 1 + i] = L[at + 1 + C[index + i]]
                to += depth + 1
            if following >= n or not (C[least + following] <= left <= C[most + following]):
                # Nothing behind it can be taken: the next one in its place.
                depth -= 1
                following = C[index + depth] + 1
                left += C[scores + C[index + depth]]
                while following >= n and depth > 0:
                    depth -= 1
                    following = C[index + depth] + 1
                    left += C[scores + C[index + depth]]
                if following >= n and depth == 0:
                    going = 0
        else:
            going = 0
    # By size, and within a size in list order, in which they were found.
    end = to
    room(C, end + (end - first))
    for size in range(1, n + 1):
        k = first
        while k < end:
            if C[k] == size:
                for i in range(size + 1):
                    C[to + i] = C[k + i]
                to += size + 1
            k += C[k] + 1
    for i in range(end - first):
        C[start + i] = C[end + i]
    C[TOP] = start + (end - first)
    return made
"""
