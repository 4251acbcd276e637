// Snapshots as the server sends them (croupier.wire), made into what the page works with.

import type { Option, Place, Slot, Snapshot, Stored, Target } from './protocol'

type RawSlot = number | { k: number; n: number } | { back: string; count: number }
type Spot = [string, number | null]
type RawPick = { card?: Spot; cards?: Spot[]; place?: string; seat?: number; team?: number; number?: number; word?: string }

interface RawOption {
  i: number
  key: string
  text: string
  item: number
  label?: string
  picks?: RawPick[]
  moves?: { from: Spot; to: string; at?: number }[]
}

export interface RawSnapshot {
  at: number
  seat: number
  to_move: number | null
  prompt: string
  teams: number[][]
  places: (Omit<Place, 'slots' | 'sight'> & { kind: string; slots: RawSlot[] })[]
  stored: Omit<Stored, 'id'>[]
  options: RawOption[]
  outcome?: Snapshot['outcome']
}

export function readSlots(raw: RawSlot[]): Slot[] {
  return raw.flatMap((slot): Slot[] => {
    if (typeof slot === 'number') return [{ kind: slot }]
    if ('k' in slot) return [{ kind: slot.k, n: slot.n }]
    return Array.from({ length: slot.count }, () => ({ back: slot.back }))
  })
}

function card([place, slot]: Spot): Target {
  return slot === null ? { kind: 'card', place } : { kind: 'card', place, slot }
}

function readPick(raw: RawPick): Target[] {
  if (raw.card) return [card(raw.card)]
  if (raw.cards) return raw.cards.map(card)
  if (raw.place !== undefined) return [{ kind: 'place', place: raw.place }]
  if (raw.seat !== undefined) return [{ kind: 'seat', number: raw.seat }]
  if (raw.team !== undefined) return [{ kind: 'team', number: raw.team }]
  if (raw.number !== undefined) return [{ kind: 'number', number: raw.number }]
  return [{ kind: 'word', word: raw.word ?? '' }]
}

export function readOption(raw: RawOption): Option {
  return {
    i: raw.i,
    key: raw.key,
    text: raw.text,
    item: raw.item,
    label: raw.label ?? '',
    picks: (raw.picks ?? []).map(readPick),
    moves: (raw.moves ?? []).map((move) => ({ card: card(move.from), to: move.to })),
  }
}

export function storageId(owner: string, member: number, name: string): string {
  return { game: '', player: `${member}.`, team: `T${member}.` }[owner] + name
}

export function readSnapshot(raw: RawSnapshot): Snapshot {
  const { places, stored, options, ...rest } = raw
  return {
    ...rest,
    places: places.map(({ kind, slots, ...place }) => ({ ...place, sight: kind, slots: readSlots(slots) })),
    stored: stored.map((value) => ({ ...value, id: storageId(value.owner, value.member, value.name) })),
    options: options.map(readOption),
  }
}
