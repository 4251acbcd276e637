import { describe, expect, it } from 'vitest'

import type { Option } from '../src/protocol'
import { buttons, clickable, dropping, isOnTable, named, remaining, tokensOf, toggled, type Token } from '../src/selection'
import { streams } from './streams'

function option(i: number, slot: number, number?: number): Option {
  const pick = [{ kind: 'card' as const, place: '0.HAND', slot }]
  const picks = number === undefined ? [pick] : [pick, [{ kind: 'number' as const, number }]]
  return { i, key: String(i), text: `option ${i}`, item: 0, label: '', picks, moves: [{ card: pick[0]!, to: '0.TRICK' }] }
}

describe('selection is a filter over options', () => {
  const options = [option(0, 1), option(1, 2), option(2, 3, 4), option(3, 3, 5)]

  it('a card that one option names chooses it', () => {
    expect(named(options, new Set(['card 0.HAND 1']))?.i).toBe(0)
  })

  it('options that differ by no card get buttons', () => {
    const selected = new Set(['card 0.HAND 3'])
    expect(named(options, selected)).toBeUndefined()
    expect(buttons(options, selected).map((one) => one.i)).toEqual([2, 3])
  })

  it('what no option contains cannot be clicked', () => {
    expect(clickable(options, new Set()).has('card 0.HAND 0')).toBe(false)
    expect(clickable(options, new Set(['card 0.HAND 1'])).has('card 0.HAND 2')).toBe(false)
  })

  it('a second click takes back', () => {
    expect([...toggled(new Set(['card 0.HAND 1']), 'card 0.HAND 1')]).toEqual([])
  })

  it('a card can be dropped where an option moves it', () => {
    expect(dropping(options, new Set(['card 0.HAND 2']), 'place 0.TRICK').map((one) => one.i)).toEqual([1])
    expect(dropping(options, new Set(['card 0.HAND 2']), 'place STOCK')).toEqual([])
  })
})

describe('clicks and buttons lead to every option', () => {
  it('of every decision in every game', () => {
    const broken = new Map<string, string>()
    let count = 0
    for (const stream of streams())
      for (const { snapshot } of stream.messages)
        for (const goal of snapshot.options) {
          count += 1
          // Click at everything on the table that the option names; then it is the only one left, or has a button.
          const selected = new Set<Token>(tokensOf(goal).filter(isOnTable))
          const left = remaining(snapshot.options, selected)
          const reached = named(snapshot.options, selected) === goal || left.length === 1 || buttons(snapshot.options, selected).includes(goal)
          if (!left.includes(goal) || !reached) broken.set(stream.game, goal.text)
        }
    expect(Object.fromEntries(broken)).toEqual({})
    expect(count).toBeGreaterThan(1000)
  }, 120_000)
})
