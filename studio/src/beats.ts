// Events as they are animated: in beats, with cards that change places crossing each other.

import type { Tabletop } from './cards'
import type { TableEvent } from './protocol'

/** Events that change what lies where. */
export const MOVING: ReadonlySet<string> = new Set(['move', 'swap', 'swap cards', 'deal', 'shuffle', 'faro'])

/** Events in beats: neighbours of one kind that go the same way. */
export function beats(events: TableEvent[]): TableEvent[][] {
  const found: TableEvent[][] = []
  for (const event of events) {
    const last = found.at(-1)
    const before = last?.[0]
    if (last && before && before.event === event.event && before.from === event.from && before.to === event.to && event.event === 'move') last.push(event)
    else found.push([event])
  }
  return found
}

/** Cards that an event lets change places: from where to where each goes. */
export function crossings(before: Tabletop, after: Tabletop, event: TableEvent): Map<number, [string, string]> {
  const [a, b] = event.event.startsWith('swap') ? (event.places ?? []) : []
  if (a === undefined || b === undefined || a === b) return new Map()
  const crossed = (from: string, to: string): [number, [string, string]][] => {
    const there = new Set(after.places.get(to)?.map((card) => card.id))
    return (before.places.get(from) ?? []).filter((card) => there.has(card.id)).map((card) => [card.id, [from, to]])
  }
  return new Map([...crossed(a, b), ...crossed(b, a)])
}
