import { expect, test } from 'vitest'

import { beats, crossings } from '../src/beats'
import { happen, type Tabletop } from '../src/cards'
import { bend } from '../src/drawn'
import type { TableEvent } from '../src/protocol'

function event(what: Partial<TableEvent>): TableEvent {
  return { n: 1, event: 'move', words: '', ...what }
}

test('a beat is a run of cards that go the same way', () => {
  const events = [event({ from: 'A', to: 'B' }), event({ from: 'A', to: 'B' }), event({ from: 'B', to: 'A' }), event({ event: 'shuffle' })]
  expect(beats(events).map((beat) => beat.length)).toEqual([2, 1, 1])
})

test('cards that change places go to where the others were', () => {
  const before: Tabletop = { places: new Map([['A', [{ id: 1, slot: { kind: 0 } }, { id: 2, slot: { kind: 1 } }]], ['B', [{ id: 3, slot: { kind: 2 } }]]]), next: 4 }
  const copy = (): Tabletop => ({ places: new Map([...before.places].map(([id, cards]) => [id, cards.map((card) => ({ ...card }))])), next: 4 })
  const whole = event({ event: 'swap', places: ['A', 'B'] })
  const after = copy()
  happen(after, whole)
  expect(Object.fromEntries(crossings(before, after, whole))).toEqual({ 1: ['A', 'B'], 2: ['A', 'B'], 3: ['B', 'A'] })
  const single = event({ event: 'swap cards', places: ['A', 'B'], cards: [1, 2] })
  const then = copy()
  happen(then, single)
  expect(Object.fromEntries(crossings(before, then, single))).toEqual({ 2: ['A', 'B'], 3: ['B', 'A'] })
  expect(crossings(before, after, event({ from: 'A', to: 'B' })).size).toBe(0)
})

test('whoever comes from the other side swerves to the other side', () => {
  const left = { x: 0, y: 0, w: 10, h: 10 }
  const right = { x: 100, y: 0, w: 10, h: 10 }
  expect(bend(left, right)).toEqual({ x: 0, y: -35 })
  expect(bend(right, left)).toEqual({ x: 0, y: 35 })
  expect(bend(left, left)).toEqual({ x: 0, y: 0 })
})
