// A text that is being edited: what the server says of it, what is on disk, and what a crash must not lose.

import { connection, Refused } from '../connection.svelte'
import { findDraft, forgetDraft, keepDraft, type Draft } from './drafts'
import type { Checked, Outline, Quick } from './words'

const QUIET = 150
const DRAFT_EVERY = 1000
const LOOK_EVERY = 2000
const QUICK_EVERY = 2000

export class Doc {
  text = ''
  /** The text on disk, as far as we know. */
  saved = ''
  version = 0
  hash = ''
  writable = $state(false)
  dirty = $state(false)
  /** Whether the browser keeps what is not saved. */
  kept = $state(false)
  loading = $state(true)
  problem = $state('')
  checked: Checked | null = $state.raw(null)
  outline: Outline | null = $state.raw(null)
  quick: Quick | null = $state.raw(null)
  quickState: 'waiting' | 'running' | 'done' | 'off' | 'errors' = $state('waiting')
  quickProblem = $state('')
  quickOn = $state(true)
  seats = $state('')
  set: Record<string, string> = $state({})
  draft: Draft | null = $state.raw(null)
  /** What somebody else has made of the file. */
  onDisk: { text: string; hash: string } | null = $state.raw(null)
  /** Is told of a new text that does not come from the editor. */
  onText: (text: string) => void = () => undefined
  onChecked: (checked: Checked) => void = () => undefined
  private timers: { check?: number; draft?: number; look?: number; quick?: number } = {}
  private lastQuick = 0
  private readonly stopListening: () => void

  constructor(readonly path: string) {
    this.stopListening = connection.listen((message) => {
      if (message['ev'] === 'quick' && message['path'] === path && message['version'] === this.version) this.quick = message as unknown as Quick
    })
    this.timers.look = window.setInterval(() => void this.look(), LOOK_EVERY)
  }

  /** The name by which the server knows the language: a game of the library has no ending. */
  get name(): string {
    return /\.\w+$/.test(this.path) ? this.path : `${this.path}.rcy`
  }

  async load(): Promise<void> {
    try {
      const read = await connection.ask<{ text: string; hash: string; writable: boolean }>('file.read', { path: this.path })
      this.adopt(read.text, read.hash)
      this.writable = read.writable
      const draft = read.writable ? await findDraft(this.path) : undefined
      if (draft && draft.text !== read.text) this.draft = draft
    } catch (problem) {
      this.problem = (problem as Error).message
    }
    this.loading = false
  }

  private adopt(text: string, hash: string): void {
    this.text = this.saved = text
    this.hash = hash
    this.dirty = false
    this.onDisk = null
    this.onText(text)
    this.change(text)
  }

  /** Takes back what a crash has left. */
  takeDraft(): void {
    if (this.draft) this.onText(this.draft.text)
    this.draft = null
  }

  dropDraft(): void {
    this.draft = null
    void forgetDraft(this.path)
  }

  /** The text in the editor is this one now. */
  change(text: string): void {
    this.text = text
    this.version += 1
    this.dirty = text !== this.saved
    window.clearTimeout(this.timers.check)
    window.clearTimeout(this.timers.quick)
    if (this.quickState === 'running') void connection.ask('quick.stop').catch(() => undefined)
    this.timers.check = window.setTimeout(() => void this.check(), QUIET)
    if (this.dirty && this.writable) this.timers.draft ??= window.setTimeout(() => this.keep(), DRAFT_EVERY)
  }

  private keep(): void {
    delete this.timers.draft
    if (this.dirty) void keepDraft({ path: this.path, text: this.text, hash: this.hash, at: Date.now() }).then((key) => (this.kept = key !== undefined))
  }

  async check(): Promise<void> {
    const version = this.version
    try {
      const found = await connection.ask<Checked>('check', { path: this.name, text: this.text, version })
      if (found.version !== this.version) return
      this.checked = found
      this.problem = ''
      this.onChecked(found)
      if (!found.ok) {
        this.quickState = 'errors'
        return
      }
      this.startQuick(false)
      this.outline = await connection.ask<Outline>('outline', { path: this.name, text: this.text })
    } catch (problem) {
      if (problem instanceof Refused && ['stale', 'lost', 'errors'].includes(problem.failure.code)) return
      this.problem = (problem as Error).message
    }
  }

  /** A thousand games, at most once in two seconds unless somebody asks. */
  startQuick(asked: boolean): void {
    if (!this.quickOn && !asked) {
      this.quickState = 'off'
      return
    }
    const wait = asked ? 0 : Math.max(0, this.lastQuick + QUICK_EVERY - Date.now())
    this.quickState = 'waiting'
    window.clearTimeout(this.timers.quick)
    this.timers.quick = window.setTimeout(() => void this.playQuick(), wait)
  }

  private async playQuick(): Promise<void> {
    const version = this.version
    this.lastQuick = Date.now()
    this.quickState = 'running'
    this.quickProblem = ''
    try {
      const found = await connection.ask<Quick>('quick', { path: this.name, text: this.text, version, seats: this.seats || null, set: this.chosen })
      if (found.version !== this.version) return
      this.quick = { ...found, path: this.path }
      this.quickState = 'done'
    } catch (problem) {
      if (version !== this.version || (problem instanceof Refused && problem.failure.code === 'stale')) return
      this.quickProblem = (problem as Error).message
      this.quickState = 'done'
    }
  }

  /** The settings that differ from those of the text. */
  get chosen(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.set).filter(([, value]) => value.trim() !== ''))
  }

  async save(): Promise<boolean> {
    if (!this.writable) return false
    const text = this.text
    try {
      const { hash } = await connection.ask<{ hash: string }>('file.write', { path: this.path, text, hash: this.hash })
      this.hash = hash
      this.saved = text
      this.dirty = this.text !== text
      this.problem = ''
      void forgetDraft(this.path)
      return true
    } catch (problem) {
      if (problem instanceof Refused && problem.failure.code === 'changed') await this.look()
      else this.problem = (problem as Error).message
      return false
    }
  }

  /** Looks whether somebody else has changed the file. */
  private async look(): Promise<void> {
    if (!this.writable || document.hidden || this.onDisk) return
    try {
      const { hash } = await connection.ask<{ hash: string }>('file.state', { path: this.path })
      if (hash === this.hash) return
      const read = await connection.ask<{ text: string; hash: string }>('file.read', { path: this.path })
      if (!this.dirty) this.adopt(read.text, read.hash)
      else this.onDisk = read
    } catch {
      // The connection is gone, or the file: the next look tells.
    }
  }

  takeTheirs(): void {
    if (this.onDisk) this.adopt(this.onDisk.text, this.onDisk.hash)
  }

  /** Keeps our text; saving overwrites theirs. */
  keepMine(): void {
    if (!this.onDisk) return
    this.hash = this.onDisk.hash
    this.saved = this.onDisk.text
    this.onDisk = null
  }

  close(): void {
    this.keep()
    this.stopListening()
    window.clearInterval(this.timers.look)
    for (const timer of [this.timers.check, this.timers.draft, this.timers.quick]) window.clearTimeout(timer)
  }
}
