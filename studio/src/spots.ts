// From a plan and a snapshot to the places that are on the table now.

import { isKnown, type Tabletop } from './cards'
import type { Role, Spot } from './layout'
import type { Family, Option, Plan, Snapshot } from './protocol'

const NAME = /^(?:(\d+)\.|T(\d+)\.)?([^[:]+)(?:\[(\d+)\])?(?::(\w+))?$/

interface Parts {
  owner: 'game' | 'player' | 'team'
  member: number
  name: string
  nth: number
}

/** The parts of the name of a place: `0.HAND`, `T1.BED[2]`, `STOCK`. */
export function partsOf(id: string): Parts {
  const found = NAME.exec(id)
  if (!found) return { owner: 'game', member: 0, name: id, nth: 0 }
  const [, seat, team, name, nth] = found
  const owner = seat !== undefined ? 'player' : team !== undefined ? 'team' : 'game'
  return { owner, member: Number(seat ?? team ?? 0), name: name ?? id, nth: Number(nth ?? 0) }
}

/** Piles of which only the top has to be seen. */
const PILES: ReadonlySet<Role> = new Set(['stock', 'pile', 'won'])

/** Places that are drawn even while they are empty, so that the table does not jump. */
const KEPT_OPEN: ReadonlySet<Role> = new Set(['stock', 'pile', 'market', 'centre', 'trick'])

/** More cards than that in the middle, of which none can be picked, are a pile. */
const MOST_SPREAD = 10

function familyOf(plan: Plan, id: string, sight: string | undefined): Family | undefined {
  const { owner, name } = partsOf(id)
  const fitting = plan.families.filter((family) => family.owner === owner && family.names.includes(name))
  return fitting.find((family) => family.kind === sight) ?? fitting[0]
}

/** Places that options point at, with the cards in them that can be picked. */
function pointedAt(options: Option[]): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>()
  const add = (place: string | undefined, slot: number | undefined) => {
    if (place === undefined || place === '') return
    const slots = found.get(place) ?? new Set<number>()
    if (slot !== undefined) slots.add(slot)
    found.set(place, slots)
  }
  for (const option of options) {
    for (const target of option.picks.flat()) if (target.kind === 'card' || target.kind === 'place') add(target.place, target.slot)
    for (const move of option.moves) {
      add(move.card.place, move.card.slot)
      add(move.to, undefined)
    }
  }
  return found
}

/** All places that are drawn: those that hold cards, those that options name, and those that the plan expects. */
export function spotsOf(plan: Plan, snapshot: Snapshot, top: Tabletop, seats: number): Spot[] {
  const sights = new Map(snapshot.places.map((place) => [place.id, place.sight]))
  const pointed = pointedAt(snapshot.options)
  const ids = new Set<string>()
  for (const family of plan.families) {
    if (!KEPT_OPEN.has(family.role) || family.indexed) continue
    const members = family.owner === 'player' ? seats : family.owner === 'team' ? snapshot.teams.length : 1
    const prefix = { player: (k: number) => `${k}.`, team: (k: number) => `T${k}.`, game: () => '' }[family.owner]
    for (let member = 0; member < members; member++) for (const name of family.names) ids.add(prefix(member) + name)
  }
  for (const [id, cards] of top.places) if (cards.length > 0) ids.add(id)
  for (const id of pointed.keys()) ids.add(id)
  const spots: Spot[] = []
  for (const id of ids) {
    if (sights.get(id) === 'mem') continue
    const family = familyOf(plan, id, sights.get(id))
    if (family?.kind === 'mem') continue
    const { owner, member, name, nth } = partsOf(id)
    const count = top.places.get(id)?.length ?? 0
    const picked = pointed.get(id) ?? new Set<number>()
    const deep = [...picked].some((slot) => slot !== count - 1)
    const role = family?.role ?? 'centre'
    const cards = top.places.get(id) ?? []
    spots.push({
      id,
      owner,
      member,
      role: role === 'unused' && pointed.has(id) ? 'centre' : role,
      label: family?.indexed ? `${name} ${nth}` : name,
      numbered: family?.indexed ?? false,
      backs: cards.length > 0 && picked.size === 0 && cards.every((card) => !isKnown(card.slot)),
      count,
      largest: family?.largest ?? 1,
      stacked: !deep && (PILES.has(role) || (role === 'centre' && picked.size === 0 && count > MOST_SPREAD) || (role === 'down' && !family?.picked && (family?.largest ?? 0) > 4)),
    })
  }
  const order = new Map(plan.families.flatMap((family) => family.names).map((name, k) => [name, k]))
  const twins = twinsIn(spots)
  return spots.sort((a, b) => rank(a) - rank(b) || (twins ? partsOf(a.id).nth - partsOf(b.id).nth : 0) || a.id.localeCompare(b.id, 'en', { numeric: true }))

  function rank(spot: Spot): number {
    if (twins && spot.numbered && spot.owner === 'player') return order.size + 1
    return order.get(partsOf(spot.id).name) ?? order.size
  }
}

/** Whether the numbered places before seats are sides of the same ones (up and down): of each number one holds the cards. */
function twinsIn(spots: Spot[]): boolean {
  const sides = spots.filter((spot) => spot.numbered && spot.owner === 'player')
  const held = sides.filter((spot) => spot.count > 0).map((spot) => partsOf(spot.id))
  const names = new Set(sides.map((spot) => partsOf(spot.id).name))
  return names.size === 2 && new Set(held.map(({ member, nth }) => `${member} ${nth}`)).size === held.length
}
