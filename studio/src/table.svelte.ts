// One table in the page: what the server has told, what is on the screen, what is being chosen.

import { beats, crossings, MOVING } from './beats'
import { adopt, differences, emptyTabletop, happen, type Tabletop } from './cards'
import { connection, Refused } from './connection.svelte'
import { faults } from './faults.svelte'
import type { Faces, Offered, Option, Plan, SeatInfo, Snapshot, TableEvent } from './protocol'
import { clickable, dropping, named, remaining, toggled, type Token, tokensOf } from './selection'
import { settings } from './settings.svelte'
import { cardSound, turnSound } from './sound'
import { readSnapshot, type RawSnapshot } from './wire'

/** Who is connected. */
export interface People {
  owner: boolean
  seats: number[]
  watching: number
}

/** Something that all people at the table are asked. */
export interface Proposal {
  what: 'undo' | 'open'
  seat: number
  /** The seats that have not answered yet. */
  waiting: number[]
  /** Whether whoever is before this screen is to answer. */
  vote: boolean
  mine: boolean
}

/** What may change at a table besides the game. */
interface About {
  role: 'owner' | 'guest' | 'watcher'
  own: number[]
  seed: string
  deal_may_be_known: boolean
  shared: boolean
  /** Whether the owner lets everybody wait. */
  paused: boolean
  seats: SeatInfo[]
  thinking: number | null
  undone: number
  proposal: Proposal | null
  people?: People
}

export interface Advice {
  adviser: string
  best: number | null
  rows: { i: number; expected: number | null; tried: number | null }[]
  line: string[]
  words: string
}

interface Joined extends About {
  table: string
  game: string
  title: string
  /** All that people can say. */
  words: string[]
  players: Offered[]
  kinds: { name: string; back: string }[]
  faces: Faces
  plan: Plan
  rules: string[]
  seat: number | null
  curtain: number | null
  snapshot: RawSnapshot | null
  log: string[]
  /** How many events there have been. */
  n: number
}

interface Told {
  ev: string
  table: string
  seat?: number
  events?: TableEvent[]
  snapshot?: RawSnapshot | null
  log?: string[]
  curtain?: number | null
  thinking?: number | null
  undone?: number
  seed?: string
  message?: string
  notes?: string[]
  people?: People
  word?: number
  n?: number
}

/** What a page gets that was away: the events since, or the table as it stands. */
type Resumed = About & Told

interface Choice {
  at: number
  key: string
  seat: number
}

const CARD = 260
const TOGETHER = 60
const LONGEST_BEAT = 900
const BETWEEN = 80
const BEFORE_SWEEP = 900
const LONGEST = 4000
const MARKED = 600
const RIFFLE = 300
const BEFORE_RESULT = 600

export class TableModel {
  joined: Joined | null = $state.raw(null)
  seats: SeatInfo[] = $state.raw([])
  seat: number = $state(-1)
  curtain: number | null = $state(null)
  snapshot: Snapshot | null = $state.raw(null)
  top: Tabletop = $state.raw(emptyTabletop())
  moving: ReadonlySet<number> = $state.raw(new Set<number>())
  /** Cards that change places just now: from where to where each goes. */
  crossing: ReadonlyMap<number, [string, string]> = $state.raw(new Map<number, [string, string]>())
  /** The place that is being shuffled. */
  riffled: string = $state('')
  /** What does not work for the time being. */
  trouble: string = $state('')
  log: string[] = $state.raw([])
  thinking: number | null = $state(null)
  selected: ReadonlySet<Token> = $state.raw(new Set<Token>())
  advice: Advice | null = $state.raw(null)
  asking: boolean = $state(false)
  animating: boolean = $state(false)
  toast: string = $state('')
  problem: string = $state('')
  spoken: string = $state('')
  replaced: boolean = $state(false)
  about: About | null = $state.raw(null)
  people: People = $state.raw({ owner: false, seats: [], watching: 0 })
  /** The last thing that somebody has said. */
  said: { seat: number; words: string } | null = $state.raw(null)
  /** Why there is nothing to see any more: the link was taken back, or the table was put away. */
  ended: '' | 'revoked' | 'closed' = $state('')
  /** How often the cards on the screen were not those of the snapshot; tests insist on none. */
  mismatches: number = $state(0)

  private queue: Told[] = []
  /** How many events are on the screen: what comes late or twice is left out. */
  private known = 0
  private skip = false
  /** Ends the pause that is on. */
  private wake: () => void = () => undefined
  private joining = false
  private undone = 0
  /** A choice whose answer was lost on the way: it is made again, and counts once. */
  private pending: Choice | null = null
  private readonly forget: (() => void)[]

  constructor(public id: string) {
    this.forget = [
      connection.listen((message) => this.hear(message as unknown as Told)),
      connection.onReopened(() => void this.resume()),
    ]
    void this.join()
  }

  close(): void {
    connection.ask('table.leave', { table: this.id }).catch(() => undefined)
    for (const call of this.forget) call()
  }

  async join(): Promise<void> {
    await this.come(async () => {
      const joined = await connection.ask<Joined>('table.join', { table: this.id })
      this.id = joined.table
      this.joined = joined
      this.known = joined.n
      this.ended = ''
      this.learn(joined)
      this.show(joined.seat, joined.curtain, joined.snapshot, joined.log)
    })
  }

  /** Takes the seat again after the connection was lost: only what has happened meanwhile is sent. */
  private async resume(): Promise<void> {
    if (this.ended !== '') return
    if (!this.joined) return this.join()
    await this.come(async () => {
      const mine = { table: this.id, n: this.known, undone: this.undone, seat: this.curtain === null ? this.seat : null }
      const found = await connection.ask<Resumed>('table.resume', mine)
      this.learn(found)
      if (found.events) this.queue.push(found)
      else {
        this.known = found.n ?? this.known
        this.show(found.seat ?? null, found.curtain ?? null, found.snapshot ?? null, found.log ?? [])
      }
    })
    const choice = this.pending
    this.pending = null
    if (choice) await this.request('table.choose', { ...choice })
  }

  private async come(ask: () => Promise<void>): Promise<void> {
    this.joining = true
    try {
      await ask()
      this.replaced = false
      this.problem = ''
    } catch (found) {
      if (found instanceof Refused && found.failure.code === 'revoked') this.ended = 'revoked'
      else if (found instanceof Refused && found.failure.code === 'stale') window.setTimeout(() => void this.join())
      else if (found instanceof Refused && found.failure.code !== 'lost') this.problem = found.message
    } finally {
      this.joining = false
    }
    // What was told right behind the answer may have come before it.
    if (!this.animating && this.queue.length > 0) void this.work()
  }

  private learn(about: About): void {
    this.about = about
    this.seats = about.seats
    this.thinking = about.thinking
    this.undone = about.undone
    if (about.people) this.people = about.people
  }

  /** Whether somebody is connected who decides at this seat. */
  isHere(info: SeatInfo): boolean {
    return info.who === 'link' ? this.people.seats.includes(info.seat) : info.who !== 'you' || this.people.owner
  }

  private show(seat: number | null, curtain: number | null, raw: RawSnapshot | null, log: string[]): void {
    this.curtain = curtain
    this.seat = seat ?? -1
    this.log = log
    this.snapshot = raw ? readSnapshot(raw) : null
    this.top = raw && this.snapshot ? adopt(emptyTabletop(), this.snapshot) : emptyTabletop()
    this.forgetChoice()
  }

  private forgetChoice(): void {
    this.selected = new Set()
    this.advice = null
  }

  private hear(told: Told): void {
    if (told.table !== this.id) return
    if (told.ev === 'table.replaced') {
      this.replaced = true
      return
    }
    if (told.ev === 'table.lost') {
      void this.resume()
      return
    }
    if (told.ev === 'table.trouble') {
      this.trouble = told.message ?? ''
      return
    }
    if (told.ev === 'table.fault') {
      this.say(told.message ?? '')
      return
    }
    if (told.ev === 'table.moved') {
      if (this.about?.role !== 'owner') void this.join()
      return
    }
    if (told.ev === 'table.revoked' || told.ev === 'table.closed') {
      this.ended = told.ev === 'table.revoked' ? 'revoked' : 'closed'
      return
    }
    if (told.ev === 'table.people') {
      this.people = told.people ?? this.people
      return
    }
    if (told.ev === 'table.word') {
      const words = this.joined?.words[told.word ?? -1] ?? ''
      const said = { seat: told.seat ?? 0, words }
      this.said = said
      window.setTimeout(() => { if (this.said === said) this.said = null }, 8000)
      return
    }
    if (told.ev === 'table.seats') {
      this.learn(told as unknown as About)
      const notes = told.notes ?? []
      this.log = [...this.log, ...notes]
      const last = notes.at(-1)
      if (last) this.say(last)
      return
    }
    if (told.ev !== 'table') return
    this.queue.push(told)
    if (!this.animating && !this.joining) void this.work()
  }

  private async work(): Promise<void> {
    this.animating = true
    const begun = performance.now()
    while (this.queue.length > 0) {
      const told = this.queue.shift() as Told
      if (told.n !== undefined && told.n <= this.known && !told.log && told.curtain === undefined) {
        this.thinking = told.thinking ?? null
        continue
      }
      this.undone = told.undone ?? this.undone
      if (told.seed && this.about) this.about = { ...this.about, seed: told.seed }
      if (told.thinking !== undefined) this.thinking = told.thinking
      if (told.curtain !== undefined && told.curtain !== null) {
        this.show(null, told.curtain, null, [])
        continue
      }
      if (!told.snapshot) continue
      this.forgetChoice()
      if (told.log) {
        // Something was taken back, or the game begins: nothing flies.
        this.known = told.n ?? this.known
        this.show(told.seat ?? this.seat, null, told.snapshot, told.log)
        continue
      }
      const events = (told.events ?? []).filter((event) => event.n > this.known)
      this.known = told.n ?? this.known
      const late = performance.now() - begun > LONGEST
      const heard = events.filter((event) => event.words !== '' && event.event !== 'cycle')
      this.log = [...this.log, ...heard.map((event) => event.words)]
      // One sentence a decision: who listens must be able to follow.
      this.spoken = (heard.findLast((event) => event.event === 'decision') ?? heard.at(-1))?.words ?? this.spoken
      await this.animate(events, late)
      const snapshot = readSnapshot(told.snapshot)
      if (snapshot.outcome) await this.pause(late ? 0 : BEFORE_RESULT)
      // Scripts print what happens and tell no moves: there only the snapshot knows.
      const wrong = this.joined?.plan.console ? [] : differences(this.top, snapshot)
      if (wrong.length > 0) {
        this.mismatches += 1
        console.warn('The cards on the screen were not those of the snapshot:', wrong.join(', '))
      }
      this.top = adopt(this.top, snapshot)
      this.snapshot = snapshot
      this.settle()
    }
    this.animating = false
    this.skip = false
    if (this.mine && settings.sound) turnSound()
  }

  private async animate(events: TableEvent[], late: boolean): Promise<void> {
    const kinds = this.joined?.kinds ?? []
    let swept = false
    for (const beat of beats(events)) {
      if (!MOVING.has(beat[0]?.event ?? '')) continue
      // Only before the first card of a trick is taken away.
      const sweeps = this.sweeps(beat)
      if (sweeps && !swept) await this.pause(late ? 0 : BEFORE_SWEEP)
      swept = sweeps
      if (beat[0]?.event === 'shuffle' && this.pace > 0 && !late) {
        this.riffled = beat[0].place ?? ''
        await this.pause(RIFFLE)
        this.riffled = ''
      }
      const apart = Math.min(TOGETHER, LONGEST_BEAT / beat.length)
      const all = new Set<number>()
      for (const event of beat) {
        const next: Tabletop = { places: new Map([...this.top.places].map(([id, cards]) => [id, [...cards]])), next: this.top.next }
        for (const id of happen(next, event, kinds)) all.add(id)
        this.crossing = crossings(this.top, next, event)
        this.moving = new Set(all)
        this.top = next
        if (settings.sound) cardSound()
        if (beat.length > 1) await this.pause(late ? 0 : apart)
      }
      if (all.size > 0) await this.pause(late ? 0 : CARD + BETWEEN)
    }
  }

  /** Where nothing flies, cards that have moved stay marked for a moment. */
  private settle(): void {
    this.crossing = new Map()
    const moved = this.moving
    if (this.pace > 0 || moved.size === 0) this.moving = new Set()
    else window.setTimeout(() => { if (this.moving === moved) this.moving = new Set() }, MARKED)
  }

  /** A beat that takes a trick away: before it the cards stay long enough to be read. */
  private sweeps(beat: TableEvent[]): boolean {
    const from = beat[0]?.from
    if (from === undefined) return false
    const name = from.replace(/^\d+\./, '')
    return this.joined?.plan.families.some((family) => family.role === 'trick' && family.names.includes(name)) ?? false
  }

  private pause(milliseconds: number): Promise<void> {
    const pace = this.pace
    const still = this.skip || pace === 0 || document.hidden || milliseconds === 0
    if (still) return Promise.resolve()
    return new Promise((done) => {
      this.wake = done
      window.setTimeout(done, (milliseconds * pace) / CARD)
    })
  }

  /** Milliseconds for a flying card. */
  get pace(): number {
    if (settings.speed === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0
    return CARD / settings.speed
  }

  finishAnimation(): void {
    this.skip = true
    this.wake()
  }

  // Choosing

  /** A text with the names of seats instead of their numbers. */
  named(text: string): string {
    return text.replace(/\bseat (\d+)\b/g, (whole, number: string) => {
      const seat = Number(number)
      return seat === this.seat ? 'you' : (this.seats[seat]?.name ?? whole)
    })
  }

  /** Whether whoever is before the screen is to move. */
  get mine(): boolean {
    return this.snapshot !== null && this.curtain === null && this.snapshot.to_move === this.seat && this.snapshot.options.length > 0
  }

  get options(): Option[] {
    return this.mine && !this.animating ? (this.snapshot?.options ?? []) : []
  }

  get left(): Option[] {
    return remaining(this.options, this.selected)
  }

  get clickable(): Set<Token> {
    return clickable(this.options, this.selected)
  }

  click(token: Token): void {
    const before = named(this.options, this.selected)
    if (before && this.selected.has(token) && this.left.length === 1) {
      void this.choose(before)
      return
    }
    this.selected = toggled(this.selected, token)
    const whole = named(this.options, this.selected)
    if (settings.quick && whole && this.selected.size > 0 && this.left.length === 1) void this.choose(whole)
  }

  refuse(token: Token): void {
    this.say(token === '' ? 'Nothing can be dropped there.' : this.mine ? 'That is not an option now.' : 'It is not your turn.')
  }

  goals(card: Token): Set<Token> {
    const found = remaining(this.options, this.held(card))
    return new Set(found.flatMap((option) => [...option.moves.map((move) => `place ${move.to}`), ...tokensOf(option)]).filter((token) => token !== card && !this.selected.has(token)))
  }

  /** What is dragged: the card alone, or with all that is selected. */
  private held(card: Token): ReadonlySet<Token> {
    return this.selected.has(card) ? this.selected : new Set([card])
  }

  drop(card: Token, onto: Token): void {
    const cards = this.held(card)
    const fitting = dropping(this.options, cards, onto)
    if (fitting.length === 1 && fitting[0]) void this.choose(fitting[0])
    else if (fitting.length > 1) {
      const tokens = new Set([...cards, onto])
      this.selected = remaining(this.options, tokens).length > 0 ? tokens : cards
    }
  }

  deselect(): void {
    this.selected = new Set()
    this.advice = null
  }

  async choose(option: Option): Promise<void> {
    if (this.asking || !this.snapshot) return
    this.pending = { at: this.snapshot.at, key: option.key, seat: this.seat }
    await this.request('table.choose', { ...this.pending })
  }

  async undo(): Promise<void> {
    const found = await this.request<{ asked?: boolean }>('table.undo', { seat: this.seat })
    if (found?.asked) this.say('The others are asked whether they agree.')
  }

  async vote(yes: boolean): Promise<void> {
    await this.request('table.vote', { yes })
  }

  async speak(word: number): Promise<void> {
    await this.request('table.say', { word, seat: this.seat })
  }

  async rename(name: string): Promise<void> {
    await this.request('table.name', { name })
  }

  async ask<Answer>(what: string, more: Record<string, unknown> = {}): Promise<Answer | undefined> {
    return this.request<Answer>(what, more)
  }

  async hint(): Promise<void> {
    if (!this.mine) return
    const found = await this.request<Advice>('table.hint', { seat: this.seat })
    if (found) this.advice = found
  }

  async look(seat: number): Promise<void> {
    const found = await this.request<{ seat: number; snapshot: RawSnapshot; log: string[]; n: number }>('table.look', { seat })
    if (!found) return
    this.known = found.n
    this.show(found.seat, null, found.snapshot, found.log)
  }

  async replace(seat: number, who: string): Promise<void> {
    await this.request('table.replace', { seat, who })
  }

  async letWait(paused: boolean): Promise<void> {
    await this.request('table.pause', { paused })
  }

  async save(): Promise<void> {
    const found = await this.request<{ path: string }>('table.save')
    if (found) this.say(`Saved as ${found.path}.`)
  }

  async again(how: { seed: 'next' | 'same'; shift: number }): Promise<string | undefined> {
    return (await this.request<{ table: string }>('table.again', how))?.table
  }

  async replay(): Promise<string | undefined> {
    return (await this.request<{ replay: string }>('replay.open', {}))?.replay
  }

  private async request<Answer>(what: string, more: Record<string, unknown> = {}): Promise<Answer | undefined> {
    this.asking = true
    const choosing = what === 'table.choose'
    try {
      const answer = await connection.ask<Answer>(what, { table: this.id, ...more })
      if (choosing) this.pending = null
      return answer
    } catch (found) {
      // A choice without an answer is made again as soon as the table is there again.
      if (choosing && found instanceof Refused && found.failure.code === 'lost') return undefined
      if (choosing) this.pending = null
      if (found instanceof Refused && found.failure.code === 'fault') faults.show(found.message, what)
      else this.say(found instanceof Refused ? found.message : String(found))
      return undefined
    } finally {
      this.asking = false
    }
  }

  private timer = 0

  say(message: string): void {
    this.toast = message
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => (this.toast = ''), 6000)
  }
}
