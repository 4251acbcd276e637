// All games there are, the files of the workspace, and the cards of each game as soon as somebody looks at it.

import { connection, Refused } from './connection.svelte'

export interface Known {
  name: string
  title: string
  summary: string
  family: string
  fewest: number
  most: number
  language: string
  cards: number | null
  decisions: number | null
  remarks: string
}

export interface Starter {
  kind: string
  summary: string
  fewest: number
  most: number
}

export interface Fan {
  kinds: number[]
  symbols: string
}

export interface WorkFile {
  path: string
  /** What the checker says of it in a few words; nothing while it has not been asked. */
  findings: string
  ok: boolean
}

export type Order = 'title' | 'family' | 'seats' | 'decisions'

export interface Wish {
  words: string
  family: string
  seats: number
  language: string
  order: Order
}

/** How many play, in words. */
export function seatsText({ fewest, most }: { fewest: number; most: number }): string {
  return fewest === most ? (fewest === 1 ? 'for one' : `${fewest} players`) : `${fewest}–${most} players`
}

/** The games that somebody looks for. */
export function wanted(games: Known[], wish: Wish): Known[] {
  const words = wish.words.toLowerCase().split(/\s+/)
  const found = games.filter((game) => {
    const text = `${game.title} ${game.name} ${game.summary} ${game.family} ${game.language} ${game.remarks}`.toLowerCase()
    return (
      words.every((word) => text.includes(word)) &&
      (wish.family === '' || game.family === wish.family) &&
      (wish.language === '' || game.language === wish.language) &&
      (wish.seats === 0 || (game.fewest <= wish.seats && wish.seats <= game.most))
    )
  })
  const keys: Record<Order, (game: Known) => string | number> = {
    title: () => 0,
    family: (game) => game.family || '~',
    seats: (game) => game.fewest * 100 + game.most,
    decisions: (game) => game.decisions ?? Number.MAX_SAFE_INTEGER,
  }
  const key = keys[wish.order]
  // Games come by title, and those that are equal stay so.
  return [...found].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
}

const GAME = /\.(rcy|ah|ahod|cdg|cardigan)$/
const TOGETHER = 6
const MOST_CHECKED = 20

class Library {
  games: Known[] = $state.raw([])
  starters: Starter[] = $state.raw([])
  files: WorkFile[] = $state.raw([])
  fans: ReadonlyMap<string, Fan | null> = $state.raw(new Map<string, Fan | null>())
  problem: string = $state('')
  private queue: string[] = []
  private asking = false

  async load(): Promise<void> {
    this.problem = ''
    try {
      if (this.games.length === 0) {
        const found = await connection.ask<{ games: Known[]; starters: Starter[] }>('games')
        this.games = found.games
        this.starters = found.starters
      }
      await this.list()
    } catch (found) {
      this.problem = found instanceof Refused ? found.message : String(found)
    }
    for (const { path } of this.files.slice(0, MOST_CHECKED)) await this.check(path)
  }

  private async list(): Promise<void> {
    const { files } = await connection.ask<{ files: { path: string }[] }>('file.list')
    this.files = files.filter(({ path }) => GAME.test(path)).map(({ path }) => ({ path, findings: '', ok: true }))
  }

  private async check(path: string): Promise<void> {
    try {
      const { text } = await connection.ask<{ text: string }>('file.read', { path })
      const checked = await connection.ask<{ ok: boolean; summary: string }>('check', { path, text, version: 0 })
      this.files = this.files.map((file) => (file.path === path ? { path, ok: checked.ok, findings: checked.summary } : file))
    } catch {
      // The list is good for opening files without that, too.
    }
  }

  /** Asks for the cards of a game that has come into sight. */
  show(name: string): void {
    if (this.fans.has(name) || this.queue.includes(name)) return
    this.queue.push(name)
    if (!this.asking) void this.ask()
  }

  private async ask(): Promise<void> {
    this.asking = true
    while (this.queue.length > 0) {
      const games = this.queue.splice(0, TOGETHER)
      try {
        const { fans } = await connection.ask<{ fans: Record<string, Fan | null> }>('fans', { games })
        this.fans = new Map([...this.fans, ...games.map((name): [string, Fan | null] => [name, fans[name] ?? null])])
      } catch {
        // Without cards the list still tells everything.
        this.fans = new Map([...this.fans, ...games.map((name): [string, null] => [name, null])])
      }
    }
    this.asking = false
  }

  /** Copies a game into the workspace; the name of the copy. */
  async copy(game: string): Promise<string> {
    return (await connection.ask<{ path: string }>('file.copy', { game })).path
  }

  async start(kind: string, name: string): Promise<string> {
    return (await connection.ask<{ path: string }>('file.new', { kind, name })).path
  }
}

export const library = new Library()

/** The page on which a file is changed. */
export function editing(path: string): string {
  return `/edit/${path.split('/').map(encodeURIComponent).join('/')}`
}
