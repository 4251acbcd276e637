// The cards that are on the screen, each with an identity of its own, so that it can fly from place to place.
//
// Events move them; after every decision the snapshot is adopted, and wins where the two disagree.

import type { Place, Slot, Snapshot, TableEvent } from './protocol'

export interface Shown {
  id: number
  slot: Slot
}

export interface Tabletop {
  places: Map<string, Shown[]>
  next: number
}

export function emptyTabletop(): Tabletop {
  return { places: new Map(), next: 0 }
}

export function isKnown(slot: Slot): slot is { kind: number } {
  return 'kind' in slot
}

export function sameSlot(a: Slot, b: Slot): boolean {
  if (isKnown(a)) return isKnown(b) && a.kind === b.kind
  return !isKnown(b) && a.back === b.back
}

function pile(top: Tabletop, place: string): Shown[] {
  const found = top.places.get(place)
  if (found) return found
  const fresh: Shown[] = []
  top.places.set(place, fresh)
  return fresh
}

/** Every kind of card. Events name cards by what people call them: kinds of one name may have different backs. */
export type Kinds = readonly { name: string; back: string }[]

function sameName(kinds: Kinds, a: number, b: number): boolean {
  return a === b || (kinds[a] !== undefined && kinds[a].name === kinds[b]?.name)
}

/** The card of a pile that an event means: by its kind, its index, or whichever comes nearest to the top. */
function meant(cards: Shown[], kind: number | undefined, index: number | undefined, kinds: Kinds): number {
  if (index !== undefined && cards[index] && (kind === undefined || fits(cards[index], kind, kinds))) return index
  if (kind !== undefined) {
    const known = cards.findLastIndex((card) => isKnown(card.slot) && sameName(kinds, card.slot.kind, kind))
    if (known >= 0) return known
    return cards.findLastIndex((card) => !isKnown(card.slot))
  }
  const hidden = cards.findLastIndex((card) => !isKnown(card.slot))
  return hidden >= 0 ? hidden : cards.length - 1
}

function fits(card: Shown, kind: number, kinds: Kinds): boolean {
  return !isKnown(card.slot) || sameName(kinds, card.slot.kind, kind)
}

/** The kind that a card turns out to be: of the name that is told, with the back that was seen. */
function turnedOut(card: Shown, kind: number, kinds: Kinds): number {
  if (isKnown(card.slot)) return card.slot.kind
  const { back } = card.slot
  const found = kinds.findIndex((one) => one.name === kinds[kind]?.name && one.back === back)
  return found >= 0 ? found : kind
}

/** Cards of which nobody can know any more which is which. */
function forgotten(cards: Shown[], kinds: Kinds): void {
  for (const card of cards) if (isKnown(card.slot)) card.slot = { back: kinds[card.slot.kind]?.back ?? '' }
}

/** Lets an event happen to the cards on the screen; the identities of those that have moved. */
export function happen(top: Tabletop, event: TableEvent, kinds: Kinds = []): number[] {
  if (event.event === 'deal' && event.to !== undefined) {
    const target = pile(top, event.to)
    for (let k = 0; k < Number(event['cards'] ?? 0); k++) target.push({ id: top.next++, slot: { back: kinds[0]?.back ?? '' } })
    return target.map((card) => card.id)
  }
  if (event.event === 'shuffle' && event.place !== undefined) {
    const cards = pile(top, event.place)
    const order = event['order'] as number[] | undefined
    if (!order) forgotten(cards, kinds)
    else cards.forEach((card, k) => (card.slot = { kind: order[k] ?? 0 }))
    return []
  }
  if (event.event === 'faro' && event.from !== undefined) {
    const into = pile(top, String(event['into']))
    const from = pile(top, event.from)
    const mixed: Shown[] = []
    while (into.length + from.length > 0) {
      const a = into.shift()
      const b = from.shift()
      if (a) mixed.push(a)
      if (b) mixed.push(b)
    }
    into.push(...mixed)
    return mixed.map((card) => card.id)
  }
  if (event.event === 'move' && event.from !== undefined && event.to !== undefined) {
    const source = pile(top, event.from)
    const kind = event.card ?? (event.called === undefined ? undefined : kinds.findIndex((one) => one.name === event.called))
    // Once a card has left that the seat cannot identify, it knows none of the others for sure.
    if (kind === undefined && event.index === undefined) forgotten(source, kinds)
    const found = meant(source, kind, event.index, kinds)
    const [card] = found >= 0 ? source.splice(found, 1) : [{ id: top.next++, slot: { back: '' } }]
    if (!card) return []
    if (kind !== undefined) card.slot = { kind: turnedOut(card, kind, kinds) }
    const target = pile(top, event.to)
    target.splice(event.at ?? target.length, 0, card)
    return [card.id]
  }
  if (event.event === 'swap cards' && event.places?.length === 2) {
    const told = (event['cards'] ?? []) as number[]
    const piles = event.places.map((place) => pile(top, place))
    const at = piles.map((cards, k) => meant(cards, told[k], undefined, kinds))
    const cards = piles.map((one, k) => one[at[k] ?? -1])
    if (!cards[0] || !cards[1]) return []
    cards.forEach((card, k) => {
      if (card && told[k] !== undefined) card.slot = { kind: turnedOut(card, told[k], kinds) }
      const goal = piles[1 - k]
      if (card && goal) goal[at[1 - k] ?? 0] = card
    })
    return cards.map((card) => card?.id ?? -1)
  }
  if (event.event === 'swap' && event.places?.length === 2) {
    const [a, b] = event.places as [string, string]
    const first = pile(top, a)
    top.places.set(a, pile(top, b))
    top.places.set(b, first)
    return [...pile(top, a), ...pile(top, b)].map((card) => card.id)
  }
  return []
}

/** Cards for the slots of a place: those that lie there already and fit, then hidden ones, then new ones. */
function matched(top: Tabletop, slots: Slot[], lying: Shown[], spare: Shown[]): Shown[] {
  const left = [...lying]
  const result: (Shown | undefined)[] = slots.map((slot, index) => {
    const same = left[index] && sameSlot(left[index].slot, slot) ? index : left.findIndex((card) => card && sameSlot(card.slot, slot))
    const card = same >= 0 ? left[same] : undefined
    if (card) delete left[same]
    return card
  })
  const rest = left.filter((card) => card !== undefined)
  return result.map((card, index) => {
    const slot = slots[index] as Slot
    const taken = card ?? rest.shift() ?? spare.pop() ?? { id: top.next++, slot }
    return { id: taken.id, slot }
  })
}

/** Takes over a snapshot: cards that lie right stay, the others go where the snapshot has them. */
export function adopt(top: Tabletop, snapshot: Snapshot): Tabletop {
  const result: Tabletop = { places: new Map(), next: top.next }
  const places = lyingPlaces(snapshot)
  const wanted = new Map(places.map((place) => [place.id, place]))
  const spare: Shown[] = []
  for (const [id, cards] of top.places) {
    const place = wanted.get(id)
    if (!place) spare.push(...cards)
    else if (cards.length > place.slots.length) spare.push(...surplus(cards, place))
  }
  const used = new Set(spare.map((card) => card.id))
  for (const place of places) {
    const lying = (top.places.get(place.id) ?? []).filter((card) => !used.has(card.id))
    result.places.set(place.id, matched(result, place.slots, lying, spare))
  }
  return result
}

/** The places in which cards lie; memories hold only copies. */
function lyingPlaces(snapshot: Snapshot): Place[] {
  return snapshot.places.filter((place) => place.sight !== 'mem')
}

function surplus(cards: Shown[], place: Place): Shown[] {
  const needed = [...place.slots]
  const extra = cards.filter((card) => {
    const at = needed.findIndex((slot) => sameSlot(slot, card.slot))
    if (at >= 0) needed.splice(at, 1)
    return at < 0
  })
  return extra.slice(0, cards.length - place.slots.length)
}

/**
 * The places that are not as a snapshot has them: another number of cards, or other cards where all are known.
 *
 * Among hidden cards a seat may come to know some that no event names, by what it can conclude; that is no difference.
 */
export function differences(top: Tabletop, snapshot: Snapshot): string[] {
  const wanted = new Map(lyingPlaces(snapshot).map((place) => [place.id, place]))
  const names = new Set([...wanted.keys(), ...top.places.keys()])
  return [...names].filter((id) => {
    const place = wanted.get(id)
    const here = (top.places.get(id) ?? []).map((card) => card.slot)
    const there = place?.slots ?? []
    if (here.length !== there.length) return true
    if (![...here, ...there].every(isKnown)) return false
    const [a, b] = [here.map(text), there.map(text)]
    if (place?.free) {
      a.sort()
      b.sort()
    }
    return a.join() !== b.join()
  })
}

function text(slot: Slot): string {
  return isKnown(slot) ? `k${slot.kind}` : `b${slot.back}`
}
