// The words of the wire about texts and runs, as src/croupier/studio/bench.py speaks them.

export interface Estimate {
  mean: number | null
  low: number | null
  high: number | null
  n: number
}

export interface Fix {
  message: string
  start: number
  end: number
  text: string
}

export interface Finding {
  code: string
  severity: 'error' | 'warning' | 'note'
  line: number
  start: number
  end: number
  message: string
  hint: string
  notes: { message: string; line?: number }[]
  fixes: Fix[]
}

export interface Edit {
  start: number
  end: number
  text: string
}

export interface Checked {
  version: number
  ok: boolean
  summary: string
  findings: Finding[]
  colours: [number, number, string][]
  folds: [number, number][]
}

export interface Parameter {
  name: string
  value: number | string
  meaning: string
}

export interface Block {
  kind: string
  line: number
  text: string
  cycle: string
  end: string
  items: { line: number; text: string }[]
  blocks: Block[]
}

export interface Outline {
  title: string
  seats: number
  allowed: [number, number] | null
  parameters: Parameter[]
  decks?: { line: number; location: string; cards: number; copies: number; attributes: Record<string, string[]> }[]
  locations?: { owner: string; name: string; seen_by: string; line: number; memory: boolean; order_free: boolean }[]
  storages?: { kind: string; owner: string; name: string; line: number }[]
  point_maps?: { owner: string; name: string; line: number }[]
  play?: Block[]
  scoring?: { best: string; value: string; line: number }
  cards?: number
  /** Of a script: its outline as `croupier show` prints it. */
  text?: string
}

export interface Played {
  games: number
  outcomes: Record<string, number>
  wins: (Estimate & { player?: string })[]
  length: Estimate
  options: Estimate
  forced: Estimate
}

export interface Quick extends Played {
  version: number
  path: string
  wanted: number
  engine: string
  note: string
  seconds: number
  troubles: { index: number; status: string; reason: string; line: number }[]
}

export interface Partial_ extends Partial<Played> {
  label?: string
  series?: string
  reached?: [number, number]
}

export interface RunLine {
  run: string
  kind: string
  path: string
  command: string
  state: 'waiting' | 'running' | 'stopping' | 'done' | 'stopped' | 'failed'
  began: number
  seconds: number
  progress: { stage?: string; done?: number; total?: number; label?: string; number?: number; of?: number; pace?: number; left?: number | null }
  partial: Partial_
  error: { code: string; message: string } | null
  verdict: string[]
  played: number | null
  /** Whether there is more to ask for than this line tells. */
  more?: boolean
}

export interface Figure {
  name: string
  value: number | null
  low: number | null
  high: number | null
  n: number
  sentence?: string
  curve?: number[]
}

export interface RunResult {
  title: string
  command: string
  interrupted: boolean
  played: number | null
  verdict: string[]
  look_at: string[]
  numbers: Figure[]
  tables: { name: string; columns: string[]; rows: unknown[][]; more: number }[]
  troubles: { index: number; status: string; reason: string }[]
  lines: { line: number; cells: string[]; reached: boolean | null; findings: string[] }[]
  text: string
  data: unknown
}

export interface Plot {
  name: string
  title: string
  caption: string
  alt: string
  svg: string
  head: string[]
  rows: string[][]
}

export interface RunData extends RunLine {
  wishes: { kind: string; path: string; text: string; options: Record<string, string>; set: Record<string, string>; others: string[] }
  result: RunResult | null
  notable: { kind: string; title: string; sentence: string }[]
  plots: { plots?: Plot[]; note?: string; palettes?: Record<string, Record<string, string>> }
  report: boolean
  notes: string[]
  drawing: boolean
  before: string | null
  moved: boolean
}

export interface Changes {
  text: { kind: 'new' | 'old' | 'same' | 'gap'; text: string }[]
  commands?: string[]
  numbers: { name: string; before: Figure; after: Figure; difference: number; low: number | null; high: number | null; clear: boolean }[]
}
