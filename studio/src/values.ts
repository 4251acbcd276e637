// Stored values as they are shown: chips beside a seat, words in the middle, seats by their names, a pot.

import type { Plan, Snapshot, Stored } from './protocol'

export interface ShownValue {
  id: string
  name: string
  text: string
  role: string
}

const SUITS: Readonly<Record<string, string>> = { CLUBS: '♣', DIAMONDS: '♦', HEARTS: '♥', SPADES: '♠' }

/** Names of a program in the words of people: `LAST_ROUND` is “last round”. */
export function words(name: string): string {
  return name.replaceAll('_', ' ').toLowerCase()
}

function roleOf(plan: Plan, value: Stored): string {
  return plan.values.find((known) => known.owner === value.owner && known.name === value.name)?.role ?? 'hidden'
}

function textOf(value: Stored, role: string, names: readonly string[]): string {
  if (role === 'who') return names[Number(value.value)] ?? ''
  if (typeof value.value === 'number') return String(value.value)
  const suit = SUITS[value.value]
  return suit === undefined ? words(value.value) : `${suit} ${words(value.value)}`
}

/** The values of a seat, a team or the table; those that say nothing now are left out. */
export function valuesOf(plan: Plan, snapshot: Snapshot, owner: string, member: number, names: readonly string[]): ShownValue[] {
  return snapshot.stored
    .filter((value) => value.owner === owner && value.member === member)
    .map((value) => {
      const role = roleOf(plan, value)
      return { id: value.id, name: words(value.name), text: textOf(value, role, names), role: role === 'pot' ? 'chip' : role }
    })
    .filter(({ role, text }) => role !== 'hidden' && text !== '')
}

/** What all seats have paid together, where the plan says that this is the pot. */
export function potOf(plan: Plan, snapshot: Snapshot): ShownValue[] {
  const paid = snapshot.stored.filter((value) => roleOf(plan, value) === 'pot')
  if (paid.length === 0) return []
  const sum = paid.reduce((all, value) => all + Number(value.value), 0)
  return [{ id: 'pot', name: 'pot', text: String(sum), role: 'score' }]
}

/** How many rows chips take that stand side by side. */
export function rowsOf(texts: string[], room: number, unit: number): number {
  let rows = 1
  let x = 0
  for (const text of texts) {
    const wide = (text.length * 7.2 + 24) * unit
    if (x > 0 && x + wide > room - 16) {
      rows += 1
      x = 0
    }
    x += wide
  }
  return rows
}
