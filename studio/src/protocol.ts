// The words of the wire, as src/croupier/studio speaks them.

import type { Role } from './layout'

/** A card that is known by its kind (with a number, if a memory holds a copy of it), or the back of an unknown one. */
export type Slot = { kind: number; n?: number } | { back: string }

export interface Place {
  id: string
  owner: 'game' | 'player' | 'team'
  member: number
  name: string
  nth: number
  sight: string
  free: boolean
  slots: Slot[]
}

export interface Stored {
  id: string
  owner: 'game' | 'player' | 'team'
  member: number
  name: string
  value: number | string
}

export interface Target {
  kind: 'card' | 'place' | 'seat' | 'team' | 'number' | 'word'
  place?: string
  slot?: number
  number?: number
  word?: string
}

export interface Move {
  card: Target
  to: string
}

export interface Option {
  i: number
  key: string
  text: string
  item: number
  label: string
  picks: Target[][]
  moves: Move[]
}

export interface Snapshot {
  at: number
  to_move: number | null
  prompt: string
  places: Place[]
  stored: Stored[]
  teams: number[][]
  options: Option[]
  outcome?: Outcome | undefined
}

export interface Outcome {
  status: string
  reason: string
  scores: number[]
  ranks: number[]
  /** Where the program failed, or had no option, and what stands there. */
  line?: number
  text?: string
}

export interface TableEvent {
  n: number
  event: string
  from?: string
  to?: string
  at?: number
  /** The kind of the card; null if kinds with different backs share its name, which `called` tells. */
  card?: number | null
  called?: string
  index?: number
  place?: string
  places?: string[]
  words: string
  [more: string]: unknown
}

export interface Family {
  owner: 'game' | 'player' | 'team'
  kind: string
  names: string[]
  role: Role
  largest: number
  picked: boolean
  free: boolean
  indexed: boolean
}

export interface Plan {
  seats: number
  order: number[]
  families: Family[]
  values: { owner: string; name: string; role: string }[]
  /** Whether the game tells by printed text what there is to see. */
  console: boolean
}

/** A player that can be given a seat. */
export interface Offered {
  name: string
  summary: string
  /** Of a search: the options that it begins with. */
  options?: string
}

export interface SeatInfo {
  seat: number
  name: string
  who: string
  person: boolean
  /** The player that decides for somebody who is away. */
  stand_in: string
  problem: string
}

export interface Faces {
  backs: string[]
  /** What every kind of card is called when it is read aloud. */
  words: string[]
  symbols: string
  contrast: string
}
