// The cards as they are drawn: each at its corner, with a turn in a fan, and what its place and the memories say of it.

import { isKnown, type Shown, type Tabletop } from './cards'
import { handOrder, slant } from './hand'
import { type Box, cornerOf, type Layout, type Placed } from './layout'
import type { Slot, Snapshot } from './protocol'
import type { Token } from './selection'
import { words } from './values'

export interface Drawn {
  card: Shown
  placed: Placed
  token: Token
  x: number
  y: number
  turn: number
  z: number
}

/** What a fan goes by: whose hand it is, which are sorted, and how somebody has put the cards of the others. */
export interface Hands {
  isOwn: (place: string) => boolean
  sorted: ReadonlySet<string>
  arranged: ReadonlyMap<string, number[]>
}

export function drawnCards(layout: Layout, top: Tabletop, hands: Hands, scale: number): Drawn[] {
  return [...layout.places.values()]
    .flatMap((placed) => {
      const cards = top.places.get(placed.id) ?? []
      // Below the topmost cards of a pile nothing can be seen.
      const from = placed.stacked ? Math.max(0, cards.length - 4) : 0
      const order = placed.stacked ? [] : handOrder(cards, hands.sorted.has(placed.id), hands.arranged.get(placed.id) ?? [])
      const fanned = hands.isOwn(placed.id) && placed.perRow >= cards.length && !placed.stacked
      return cards.slice(from).map((card, k) => {
        const index = from + k
        const at = placed.stacked ? k : (order[index] ?? index)
        const corner = cornerOf(placed, at)
        const { turn, drop } = fanned ? slant(at, cards.length) : { turn: 0, drop: 0 }
        return { card, placed, token: `card ${placed.id} ${index}`, x: corner.x, y: corner.y + drop * scale, turn, z: at }
      })
    })
    .sort((a, b) => a.card.id - b.card.id)
}

/** The memory that holds a copy of a card, by the number of the card. */
export function notesOf(shown: Snapshot): Map<number, string> {
  const found = new Map<number, string>()
  for (const place of shown.places)
    if (place.sight === 'mem')
      for (const slot of place.slots) if (isKnown(slot) && slot.n !== undefined) found.set(slot.n, words(place.name))
  return found
}

/** Memories whose card lies nowhere else: they are told beside the table. */
export function looseNotes(shown: Snapshot): { name: string; slot: Slot }[] {
  const lying = new Set(
    shown.places.filter((place) => place.sight !== 'mem').flatMap((place) => place.slots.map((slot) => (isKnown(slot) ? slot.n : undefined))),
  )
  return shown.places
    .filter((place) => place.sight === 'mem')
    .flatMap((place) => place.slots.filter((slot) => isKnown(slot) && (slot.n === undefined || !lying.has(slot.n))).map((slot) => ({ name: words(place.name), slot })))
}

const BEND = 0.35
const MOST_BEND = 130

/** How far cards that change places swerve halfway, to their left: so two that meet pass each other. */
export function bend(from: Box, to: Box): { x: number; y: number } {
  const dx = to.x + to.w / 2 - from.x - from.w / 2
  const dy = to.y + to.h / 2 - from.y - from.h / 2
  const far = Math.hypot(dx, dy)
  if (far < 1) return { x: 0, y: 0 }
  const swerve = Math.min(BEND * far, MOST_BEND) / far
  return { x: dy * swerve, y: -dx * swerve }
}
