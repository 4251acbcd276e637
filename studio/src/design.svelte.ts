// The designer's view of a table: open cards, values, the program and where the game stands in it; cards that are laid anew.

import { adopt, emptyTabletop, isKnown, type Tabletop } from './cards'
import type { Snapshot, Target } from './protocol'
import { placeOf, type Token } from './selection'
import type { TableModel } from './table.svelte'
import { readSnapshot, type RawSnapshot } from './wire'

interface Designed {
  snapshot: RawSnapshot
  /** The first and the last line of the block that the game stands in. */
  lit?: [number, number]
  events: { line: number | null; words: string }[]
  maps: Record<string, unknown>
  /** Whether cards can be laid anew. */
  lays: boolean
  source?: string
}

export interface Opinion {
  player: string
  text: string
  expected: number | null
}

export class Design {
  on: boolean = $state(false)
  data: Designed | null = $state.raw(null)
  snapshot: Snapshot | null = $state.raw(null)
  top: Tabletop = $state.raw(emptyTabletop())
  program: string[] = $state.raw([])
  opinions: Opinion[] | null = $state.raw(null)
  /** Whether cards are being laid anew. */
  arranging: boolean = $state(false)
  selected: Token = $state('')

  constructor(private readonly table: TableModel) {}

  async toggle(): Promise<void> {
    this.on = !this.on
    this.arranging = false
    if (this.on) await this.refresh()
  }

  /** Asks how the game stands now. */
  async refresh(): Promise<void> {
    if (!this.on || this.arranging) return
    const found = await this.table.ask<Designed>('table.design', { source: this.program.length === 0 })
    if (!found) {
      this.on = false
      return
    }
    if (found.source !== undefined) this.program = found.source.split('\n')
    this.data = found
    this.opinions = null
    this.show(readSnapshot(found.snapshot))
  }

  private show(snapshot: Snapshot): void {
    this.snapshot = snapshot
    this.top = adopt(emptyTabletop(), snapshot)
    this.selected = ''
  }

  isLit(line: number): boolean {
    const [first, last] = this.data?.lit ?? [0, -1]
    return first <= line && line <= last
  }

  async runTo(line: number): Promise<void> {
    await this.table.ask('table.run_to', { line })
  }

  async askAll(): Promise<void> {
    this.opinions = (await this.table.ask<{ rows: Opinion[] }>('table.opinions'))?.rows ?? null
  }

  async fork(): Promise<string | undefined> {
    return (await this.table.ask<{ table: string }>('table.fork'))?.table
  }

  // Laying cards

  arrange(): void {
    if (!this.snapshot) return
    this.arranging = true
    // All places are drawn, also those that are empty now.
    const targets: Target[] = this.places.map((place) => ({ kind: 'place', place }))
    const all = { i: 0, key: '', text: '', item: 0, label: '', picks: [targets], moves: [] }
    this.snapshot = { ...this.snapshot, options: [all] }
  }

  cancel(): void {
    this.arranging = false
    void this.refresh()
  }

  private get places(): string[] {
    return (this.snapshot?.places ?? []).filter((place) => place.sight !== 'mem').map((place) => place.id)
  }

  get clickable(): Set<Token> {
    const cards = [...this.top.places].flatMap(([place, cards]) => cards.map((_, k) => `card ${place} ${k}`))
    return new Set([...cards, ...(this.selected ? this.goals(this.selected) : [])])
  }

  goals(card: Token): Set<Token> {
    return new Set(this.places.map((place) => `place ${place}`).filter((place) => place !== placeOf(card)))
  }

  click(token: Token): void {
    if (!this.selected && token.startsWith('card ')) this.selected = token
    else if (this.selected === token) this.selected = ''
    else if (this.selected) this.move(this.selected, token.startsWith('place ') ? token : placeOf(token))
  }

  move(card: Token, onto: Token): void {
    const from = placeOf(card).slice('place '.length)
    const to = onto.slice('place '.length)
    const index = Number(card.split(' ').at(-1))
    const places = new Map([...this.top.places].map(([place, cards]) => [place, [...cards]]))
    const [taken] = places.get(from)?.splice(index, 1) ?? []
    if (taken) places.set(to, [...(places.get(to) ?? []), taken])
    this.top = { ...this.top, places }
    this.selected = ''
  }

  /** Opens a table that begins with the cards as they are laid now. */
  async play(): Promise<string | undefined> {
    const kinds = [...this.top.places].map(([place, cards]) => [place, cards.map(({ slot }) => (isKnown(slot) ? slot.kind : -1))])
    return (await this.table.ask<{ table: string }>('position.arrange', { places: Object.fromEntries(kinds) }))?.table
  }
}
