// One recorded game in the page: what the server has told of it, and the event that is on the screen.

import { adopt, emptyTabletop, type Tabletop } from './cards'
import { connection, Refused } from './connection.svelte'
import type { Sitting } from './Felt.svelte'
import type { Faces, Plan, SeatInfo, Snapshot } from './protocol'
import { readSnapshot, type RawSnapshot } from './wire'

interface Opened {
  replay: string
  title: string
  name: string
  seed: string
  length: number
  decisions: number[]
  /** What breaks the rules right behind the last event. */
  problem: string
  seats: SeatInfo[]
  faces: Faces
  plan: Plan
}

/** What could be expected at a decision, as whoever decided there would judge it. */
export interface Expectation {
  n: number
  seat: number
  /** For every seat how far up it would end: 1 first, 0 last. */
  expected: number[]
  tried: number | null
  best: string
  taken: string
  of_taken: number | null
  judge: string
}

export class ReplayModel {
  opened: Opened | null = $state.raw(null)
  words: string[] = $state.raw([])
  at: number = $state(0)
  seat: number | null = $state(null)
  snapshot: Snapshot | null = $state.raw(null)
  top: Tabletop = $state.raw(emptyTabletop())
  problem: string = $state('')
  expectations: Expectation[] = $state.raw([])
  /** How many decisions have been judged, and how many there are (-1: not known yet); nothing before anybody asks. */
  judged: { done: number; total: number } | null = $state.raw(null)

  private newest = 0
  private asking = 0
  private readonly forget: () => void

  constructor(readonly id: string) {
    this.forget = connection.onReopened(() => void this.open())
    void this.open()
  }

  close(): void {
    this.asking += 1
    this.forget()
  }

  get length(): number {
    return this.opened?.length ?? 0
  }

  get sitting(): Sitting[] {
    return (this.opened?.seats ?? []).map(({ seat, name, who, problem }) => ({ seat, name, who, thinking: false, problem }))
  }

  private async open(): Promise<void> {
    await this.trying(async () => {
      const first = this.opened === null
      this.opened = await connection.ask<Opened>('replay.join', { replay: this.id })
      if (first) this.at = this.opened.decisions[0] ?? 0
      await this.readWords()
      await this.show()
    })
  }

  private async readWords(): Promise<void> {
    this.words = (await connection.ask<{ words: string[] }>('replay.words', { replay: this.id, seat: this.seat })).words
  }

  private async show(): Promise<void> {
    const mine = ++this.newest
    const found = await connection.ask<{ snapshot: RawSnapshot }>('replay.at', { replay: this.id, n: this.at, seat: this.seat })
    if (mine !== this.newest) return
    this.snapshot = readSnapshot(found.snapshot)
    this.top = adopt(this.top, this.snapshot)
  }

  private async trying(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (found) {
      if (!(found instanceof Refused && found.failure.code === 'lost')) this.problem = found instanceof Refused ? found.message : String(found)
    }
  }

  go(n: number): void {
    this.at = Math.max(0, Math.min(this.length, n))
    void this.trying(() => this.show())
  }

  /** The decision after or before an event. */
  decision(from: number, way: 1 | -1): number {
    const all = this.opened?.decisions ?? []
    return (way > 0 ? all.find((n) => n > from) : all.findLast((n) => n < from)) ?? (way > 0 ? this.length : 0)
  }

  async look(seat: number | null): Promise<void> {
    this.seat = seat
    this.top = emptyTabletop()
    this.asking += 1
    this.expectations = []
    this.judged = null
    await this.trying(async () => {
      await this.readWords()
      await this.show()
    })
  }

  /** Asks anew at every decision what could be expected there. */
  async expect(): Promise<void> {
    const mine = ++this.asking
    this.expectations = []
    this.judged = { done: 0, total: -1 }
    await this.trying(async () => {
      for (let n = 0; ; n++) {
        const { row, total } = await connection.ask<{ row: Expectation | null; total: number }>('replay.expected', { replay: this.id, n, seat: this.seat })
        if (mine !== this.asking) return
        if (row) this.expectations = [...this.expectations, row]
        this.judged = { done: Math.min(n + 1, total), total }
        if (n + 1 >= total) return
      }
    })
  }

  stopExpecting(): void {
    this.asking += 1
    if (this.judged) this.judged = { done: this.judged.done, total: this.judged.done }
  }

  async fork(): Promise<string | undefined> {
    let table: string | undefined
    await this.trying(async () => {
      table = (await connection.ask<{ table: string }>('replay.fork', { replay: this.id, n: this.at, seat: this.seat ?? 0 })).table
    })
    return table
  }
}

/** The first event at which two records tell something else; nothing if the shorter one is the beginning of the other. */
export function parting(a: readonly string[], b: readonly string[]): number | undefined {
  const found = a.findIndex((text, k) => k < b.length && text !== b[k])
  return found < 0 ? undefined : found
}
