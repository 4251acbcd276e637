// Where everything lies on a table: a pure function of the plan, the sizes of piles and the window.
//
// The area is cut into boxes that never overlap: one a seat, one for the centre, one for the own hand. Inside of a
// box places flow in rows. The largest card width with which they fit is taken, after overlaps have grown: cards
// shrink last, and nothing is ever cut off.

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

export type Role =
  | 'note' | 'unused' | 'columns' | 'stock' | 'market' | 'pile' | 'centre' | 'hand' | 'held' | 'down' | 'tableau'
  | 'trick' | 'played' | 'won' | 'hidden'

/** A place that is on the table now. */
export interface Spot {
  id: string
  owner: 'game' | 'player' | 'team'
  member: number
  role: Role
  label: string
  /** Whether it is one of several with a number: where it lies tells that number, too. */
  numbered?: boolean
  /** How many cards lie there now. */
  count: number
  /** How many cards it is expected to hold at most. */
  largest: number
  /** Whether only the top card has to be seen. */
  stacked: boolean
  /** Whether all its cards are backs, which may overlap as they like. */
  backs: boolean
}

export interface Placed {
  id: string
  box: Box
  /** The width of a card there, and the step from one card to the next. */
  width: number
  dx: number
  dy: number
  /** Cards a row; rows begin again at the left. */
  perRow: number
  stacked: boolean
  label: string
}

export interface SeatBox {
  seat: number
  box: Box
  /** Where its name and its values stand: right above its cards. */
  plate: Box
  /** A tile tells only names, counts and values: its places are drawn as small piles. */
  tile: boolean
}

export interface Layout {
  seats: SeatBox[]
  places: Map<string, Placed>
  centre: Box
  own: Box
  ownPlate: Box
  /** How much larger than on a common screen everything is. */
  scale: number
}

export const RATIO = 1.4
export const LABEL = 15
const GAP = 6
const HEADER = 26
const LARGEST = 110
const SMALLEST = 36
const READABLE = 0.28

interface Item {
  spot: Spot
  cards: number
}

interface Fit {
  width: number
  rows: { item: Item; x: number; y: number; w: number; h: number; dx: number; dy: number; perRow: number }[]
}

/** Large windows have larger cards and letters; small ones never smaller letters. */
export function scaleOf(width: number, height: number): number {
  return Math.round(Math.max(1, Math.min(width / 1000, height / 700, 2.4)) * 20) / 20
}

export function cardHeight(width: number): number {
  return width * RATIO
}

/** The corner of one card of a place, in the coordinates of the table. */
export function cornerOf(placed: Placed, index: number): { x: number; y: number } {
  if (placed.stacked) {
    const raise = Math.min(index, 3)
    return { x: placed.box.x + raise, y: placed.box.y + 3 - raise }
  }
  const row = Math.floor(index / placed.perRow)
  const column = index % placed.perRow
  const vertical = placed.perRow === 1
  return {
    x: placed.box.x + (vertical ? 0 : column * placed.dx),
    y: placed.box.y + row * placed.dy,
  }
}

/** Lays one place: how much room it takes with a card width and an overlap, at most so wide. */
function extent(item: Item, width: number, share: number, room: number): { w: number; h: number; dx: number; dy: number; perRow: number } {
  const height = cardHeight(width)
  const n = Math.max(1, item.cards)
  if (item.spot.stacked || n === 1) return { w: width + 3, h: height + 3, dx: 0, dy: 0, perRow: 1 }
  if (item.spot.role === 'columns') {
    const dy = height * Math.min(share, 0.3)
    return { w: width, h: height + (n - 1) * dy, dx: 0, dy, perRow: 1 }
  }
  if (item.spot.backs) {
    const dx = Math.min(width * Math.min(share, 0.4), Math.max(1, (room - width) / (n - 1)))
    return { w: width + (n - 1) * dx, h: height, dx, dy: 0, perRow: n }
  }
  // Cards in a hand lie over each other, as people hold them.
  const dx = width * (item.spot.role === 'hand' ? Math.min(share, 0.84) : share)
  const perRow = Math.max(1, Math.min(n, Math.floor((room - width) / dx) + 1))
  const rows = Math.ceil(n / perRow)
  const dy = perRow === 1 ? height * share : height * 0.62
  return { w: width + (perRow - 1) * dx, h: height + (rows - 1) * dy, dx, dy, perRow }
}

/** Places in rows that fit into a box; null if they do not with this card width and overlap. */
function rowsIn(items: Item[], box: Box, width: number, share: number, unit: number): Fit | null {
  const rows: Fit['rows'] = []
  let x = 0
  let y = 0
  let tallest = 0
  for (const item of items) {
    const size = extent(item, width, share, box.w)
    const w = Math.max(size.w, Math.min(box.w, item.spot.label.length * 6.2 * unit))
    if (x > 0 && x + w > box.w) {
      y += tallest + GAP * unit
      x = 0
      tallest = 0
    }
    if (w > box.w + 0.5) return null
    rows.push({ item, x, y, w, h: size.h, dx: size.dx, dy: size.dy, perRow: size.perRow })
    x += w + GAP * 1.5 * unit
    tallest = Math.max(tallest, size.h + (item.spot.label === '' ? 0 : LABEL * unit))
    if (y + tallest > box.h + 0.5) return null
  }
  return { width, rows }
}

/** The best way to lay places into a box: large cards first, then more overlap, then without numbers, then smaller cards. */
function fit(labelled: Item[], box: Box, largest: number, unit: number): Fit {
  const shares = [1.06, 0.7, 0.45, READABLE]
  const items = labelled.map((item) => (item.spot.numbered ? { ...item, spot: { ...item.spot, label: '' } } : item))
  for (const some of [labelled, items])
    for (let width = largest; width >= SMALLEST; width -= 4)
      for (const share of shares) {
        const found = rowsIn(some, box, width, share, unit)
        if (found) return found
      }
  // As long as possible the corners stay in sight.
  for (let width = SMALLEST; width >= 14; width -= 2) {
    const found = rowsIn(items, box, width, READABLE, unit)
    if (found) return found
  }
  for (let width = SMALLEST; width >= 4; width -= 2)
    for (const share of [0.16, 0.08]) {
      const found = rowsIn(items, box, width, share, unit)
      if (found) return found
    }
  // Not even this small: every place becomes a pile with a number.
  const piles = items.map((item) => ({ ...item, spot: { ...item.spot, stacked: true, label: '' } }))
  for (let width = 18; width > 1; width -= 1) {
    const found = rowsIn(piles, box, width, READABLE, unit)
    if (found) return found
  }
  return { width: 1, rows: piles.map((item) => ({ item, x: 0, y: 0, w: 1, h: 1, dx: 0, dy: 0, perRow: 1 })) }
}

function lay(spots: Spot[], box: Box, largest: number, into: Map<string, Placed>, unit: number): void {
  if (spots.length === 0) return
  const items = spots.map((spot) => ({ spot, cards: Math.max(1, spot.count) }))
  const found = fit(items, box, largest * unit, unit)
  const bottoms = new Map<number, { right: number; bottom: number }>()
  for (const row of found.rows) {
    const known = bottoms.get(row.y) ?? { right: 0, bottom: 0 }
    bottoms.set(row.y, { right: Math.max(known.right, row.x + row.w), bottom: Math.max(known.bottom, row.y + row.h + (row.item.spot.label === '' ? 0 : LABEL * unit)) })
  }
  const total = Math.max(...[...bottoms.values()].map((row) => row.bottom))
  const top = Math.max(0, (box.h - total) / 2)
  for (const row of found.rows) {
    const shift = Math.max(0, (box.w - (bottoms.get(row.y)?.right ?? 0)) / 2)
    const { spot } = row.item
    into.set(spot.id, {
      id: spot.id,
      box: { x: box.x + row.x + shift, y: box.y + row.y + top, w: row.w, h: row.h },
      width: found.width,
      dx: row.dx,
      dy: row.dy,
      perRow: row.perRow,
      stacked: row.item.spot.stacked || row.perRow === 0,
      label: row.item.spot.label,
    })
  }
}

function inset(box: Box, by: number, above = 0): Box {
  return { x: box.x + by, y: box.y + by + above, w: Math.max(1, box.w - 2 * by), h: Math.max(1, box.h - 2 * by - above) }
}

/** The seats in the order in which they sit, the viewer first, then clockwise. */
export function around(seats: number, viewer: number, order?: number[]): number[] {
  const all = order ?? Array.from({ length: seats }, (_, seat) => seat)
  const start = Math.max(0, all.indexOf(viewer))
  return [...all.slice(start), ...all.slice(0, start)]
}

/** One box for every other seat, one for the centre, one for the own seat. */
function boxes(others: number, width: number, height: number, ownShare: number, unit: number): { others: Box[]; tile: boolean; centre: Box; own: Box } {
  const ownHeight = Math.round(height * ownShare)
  const own = { x: 0, y: height - ownHeight, w: width, h: ownHeight }
  const upper = height - ownHeight
  if (others === 0) return { others: [], tile: false, centre: { x: 0, y: 0, w: width, h: upper }, own }
  const narrow = width < 640
  if (narrow || others > 7) {
    const most = Math.max(1, Math.floor(width / (narrow ? 105 : 150 * unit)))
    const rows = Math.ceil(others / most)
    const perRow = Math.ceil(others / rows)
    const tall = Math.min((upper * 0.55) / rows, narrow ? 110 : 130 * unit)
    const tiles = Array.from({ length: others }, (_, k) => {
      const row = Math.floor(k / perRow)
      const inRow = Math.min(perRow, others - row * perRow)
      const wide = width / inRow
      return { x: (k % perRow) * wide, y: row * tall, w: wide, h: tall }
    })
    return { others: tiles, tile: true, centre: { x: 0, y: rows * tall, w: width, h: upper - rows * tall }, own }
  }
  if (others === 1) {
    const tall = Math.round(upper * 0.44)
    return {
      others: [{ x: 0, y: 0, w: width, h: tall }],
      tile: false,
      centre: { x: 0, y: tall, w: width, h: upper - tall },
      own,
    }
  }
  const side = Math.round(Math.min(width * 0.24, 300 * unit))
  const top = others - 2
  const tall = top > 0 ? Math.round(upper * 0.36) : 0
  const between = Array.from({ length: top }, (_, k) => ({ x: (k * width) / top, y: 0, w: width / top, h: tall }))
  const left = { x: 0, y: tall, w: side, h: upper - tall }
  const right = { x: width - side, y: tall, w: side, h: upper - tall }
  return {
    others: [left, ...between, right],
    tile: false,
    centre: { x: side, y: tall, w: width - 2 * side, h: upper - tall },
    own,
  }
}

const NEAR_CENTRE: ReadonlySet<Role> = new Set(['trick'])
const HELD: ReadonlySet<Role> = new Set(['hand', 'held'])

/** Lays out a table for one viewer (-1: somebody who sits nowhere). */
export function layOut(
  spots: Spot[],
  seats: number,
  viewer: number,
  width: number,
  height: number,
  order?: number[],
  header: (seat: number, room: number) => number = () => HEADER,
  strip: (room: number) => number = () => 0,
): Layout {
  const sitting = around(seats, viewer, order)
  const watched = viewer < 0
  const rest = watched ? sitting : sitting.slice(1)
  const shown = spots.filter((spot) => spot.role !== 'note' && spot.role !== 'hidden' && (spot.role !== 'unused' || spot.count > 0))
  const mine = watched ? [] : shown.filter((spot) => spot.owner === 'player' && spot.member === viewer && !NEAR_CENTRE.has(spot.role))
  const held = mine.filter((spot) => HELD.has(spot.role))
  const before = mine.filter((spot) => !HELD.has(spot.role))
  const ownShare = watched ? 0 : before.some((spot) => !spot.stacked) ? 0.46 : mine.length > 0 ? (height < 450 ? 0.36 : 0.3) : 0.08
  const unit = scaleOf(width, height)
  const gap = GAP * unit
  const cut = boxes(rest.length, width, height, ownShare, unit)
  const places = new Map<string, Placed>()
  /** Where a plate of some height stands: right above the cards of its seat, or in the middle of an empty box. */
  const plateOf = (spots: Spot[], box: Box, tall: number): Box => {
    const tops = spots.flatMap((spot) => places.get(spot.id)?.box.y ?? [])
    const y = tops.length > 0 ? Math.max(box.y, Math.min(...tops) - tall) : box.y + Math.max(0, (box.h - tall) / 2)
    return { x: box.x, y, w: box.w, h: tall }
  }
  const seatBoxes: SeatBox[] = rest.map((seat, k) => {
    const box = cut.others[k] ?? cut.centre
    const theirs = shown.filter((spot) => spot.owner === 'player' && spot.member === seat && !NEAR_CENTRE.has(spot.role))
    const visible = theirs.filter((spot) => !cut.tile || spot.count > 0 || spot.role === 'tableau')
    const tall = header(seat, box.w)
    lay(visible, inset(box, gap, tall - gap), cut.tile ? 40 : 68, places, unit)
    return { seat, box, plate: plateOf(visible, box, tall), tile: cut.tile }
  })

  const tricks = sitting
    .map((seat) => shown.filter((spot) => spot.owner === 'player' && spot.member === seat && NEAR_CENTRE.has(spot.role)))
    .filter((found) => found.length > 0)
  const common = shown.filter((spot) => spot.owner !== 'player')
  const middle = inset(cut.centre, gap, strip(cut.centre.w))
  const share = tricks.length === 0 ? 0 : common.length === 0 ? 1 : middle.w > middle.h ? 0.58 : 0.55
  const sideways = middle.w > middle.h
  const trickBox = sideways
    ? { x: middle.x + middle.w * (1 - share), y: middle.y, w: middle.w * share, h: middle.h }
    : { x: middle.x, y: middle.y + middle.h * (1 - share), w: middle.w, h: middle.h * share }
  const commonBox = sideways
    ? { ...middle, w: middle.w * (1 - share) }
    : { ...middle, h: middle.h * (1 - share) }
  lay(common, commonBox, LARGEST - 14, places, unit)
  layTricks(tricks, sitting, seats, watched, trickBox, places, unit)

  const ownTall = header(viewer, cut.own.w)
  const own = inset(cut.own, gap, ownTall - gap)
  const aside = before.filter((spot) => spot.stacked)
  const front = before.filter((spot) => !spot.stacked)
  const rows = front.length === 0 ? 0 : held.length + aside.length === 0 ? 1 : 0.42
  lay(front, { ...own, h: own.h * rows }, 84, places, unit)
  const low = { ...own, y: own.y + own.h * rows, h: own.h * (1 - rows) }
  const beside = aside.length === 0 || held.length === 0 ? 0 : Math.min(0.3, 0.14 * aside.length)
  // The hand stays in the middle: what lies beside it takes room on both sides.
  const centred = beside > 0 && width >= 640
  lay(held, centred ? { ...low, x: low.x + low.w * beside, w: low.w * (1 - 2 * beside) } : { ...low, w: low.w * (1 - beside) }, LARGEST, places, unit)
  lay(aside, held.length === 0 ? low : { ...low, x: low.x + low.w * (1 - beside), w: low.w * beside }, 70, places, unit)
  return { seats: seatBoxes, places, centre: cut.centre, own: cut.own, ownPlate: plateOf(mine, cut.own, ownTall), scale: unit }
}

/** Tricks lie in a cross, each card before its seat; with more than four seats side by side. */
function layTricks(tricks: Spot[][], sitting: number[], seats: number, watched: boolean, whole: Box, places: Map<string, Placed>, unit: number): void {
  if (tricks.length === 0) return
  if (seats > 4 || watched || tricks.some((found) => found.length > 1)) {
    lay(tricks.flat(), whole, 88, places, unit)
    return
  }
  // The cards of a trick lie close together, however large the window is.
  const third = Math.min(whole.w / 3, 128 * unit)
  const half = Math.min(whole.h / 2, 168 * unit)
  const box = { x: whole.x + (whole.w - 3 * third) / 2, y: whole.y + (whole.h - 2 * half) / 2 }
  const before: Box = { x: box.x + third, y: box.y + half, w: third, h: half }
  const opposite: Box = { ...before, y: box.y }
  const left: Box = { x: box.x, y: box.y + half / 2, w: third, h: half }
  const right: Box = { ...left, x: box.x + 2 * third }
  const cells = [[before], [before, opposite], [before, left, right], [before, left, opposite, right]][seats - 1] ?? []
  for (const [spot] of tricks) {
    const cell = spot && cells[sitting.indexOf(spot.member)]
    if (cell) lay([{ ...spot, label: '' }], { x: cell.x, y: cell.y, w: cell.w - GAP * unit, h: cell.h - GAP * unit }, 108, places, unit)
  }
}
