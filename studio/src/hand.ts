// A hand as people hold it: sorted, and slightly fanned.

import { isKnown, type Shown } from './cards'

/**
 * Where every card of a hand stands: as somebody has put them, else sorted by kind if the order means nothing.
 *
 * Cards that have come since stand at the end.
 */
export function handOrder(cards: readonly Shown[], sorted: boolean, arranged: readonly number[]): number[] {
  const kind = (card: Shown | undefined) => (sorted && card && isKnown(card.slot) ? card.slot.kind : 0)
  const place = (card: Shown | undefined) => {
    const found = card ? arranged.indexOf(card.id) : -1
    return found < 0 ? arranged.length : found
  }
  const order = cards.map((_, k) => k).sort((a, b) => place(cards[a]) - place(cards[b]) || kind(cards[a]) - kind(cards[b]) || a - b)
  const places: number[] = []
  order.forEach((index, place) => (places[index] = place))
  return places
}

const WIDEST = 4

/** How far a card of a fan is turned (degrees) and how far it hangs (pixels): little, so that nothing is cut off. */
export function slant(at: number, count: number): { turn: number; drop: number } {
  if (count < 2) return { turn: 0, drop: 0 }
  const side = (2 * at) / (count - 1) - 1
  const widest = Math.min(WIDEST, count * 0.7)
  return { turn: side * widest, drop: side * side * widest * 1.5 }
}
