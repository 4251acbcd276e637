import { describe, expect, it } from 'vitest'

import { layoutChanges } from '../src/bench/changes'

function applied(text: string, after: string): string {
  let found = text
  for (const change of [...layoutChanges(text, after)].reverse()) found = found.slice(0, change.from) + change.insert + found.slice(change.to)
  return found
}

describe('a new layout', () => {
  it('changes nothing but blanks, so that the cursor stays at its word', () => {
    const before = '(do (\n(a   b)))\n'
    const after = '(do\n  ((a b)))\n'
    const changes = layoutChanges(before, after)
    expect(changes.every((change) => /^\s*$/.test(before.slice(change.from, change.to)) && /^\s*$/.test(change.insert))).toBe(true)
    expect(applied(before, after)).toBe(after)
  })

  it('comes to the other text, whatever differs', () => {
    for (const [before, after] of [['', 'a'], ['a b', ''], ['abc', 'a x c'], ['x  y', 'x y'], ['same', 'same']] as const) expect(applied(before, after)).toBe(after)
  })
})
