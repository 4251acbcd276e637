import { describe, expect, it } from 'vitest'

import { adopt, emptyTabletop } from '../src/cards'
import { type Box, cardHeight, cornerOf, LABEL, layOut, type Layout } from '../src/layout'
import type { Snapshot } from '../src/protocol'
import { isOnTable, tokensOf } from '../src/selection'
import { spotsOf } from '../src/spots'
import { type Stream, streams } from './streams'

const WINDOWS: [number, number][] = [[360, 420], [980, 720], [1620, 1000], [3500, 2000]]

function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return w > 1 && h > 1 ? w * h : 0
}

/** What is wrong with a layout: nothing may overlap, nothing be cut off. */
function faults(layout: Layout, counts: Map<string, number>, width: number, height: number): string[] {
  const found: string[] = []
  const places = [...layout.places.values()]
  places.forEach((a, k) => {
    for (const b of places.slice(k + 1)) if (overlap(a.box, b.box) > 0) found.push(`${a.id} lies on ${b.id}`)
    const last = Math.max(0, (counts.get(a.id) ?? 1) - 1)
    for (const index of a.stacked ? [0] : [0, last]) {
      const at = cornerOf(a, index)
      const right = at.x + a.width
      const bottom = at.y + cardHeight(a.width)
      if (at.x < -0.5 || at.y < -0.5 || right > width + 0.5 || bottom > height + 0.5) found.push(`${a.id} is cut off`)
      if (bottom > a.box.y + a.box.h + 0.5) found.push(`${a.id} leaves its box`)
    }
    if (a.label !== '' && a.box.y + a.box.h + LABEL * layout.scale > height + 1) found.push(`the name of ${a.id} is cut off`)
  })
  for (const [k, a] of layout.seats.entries()) for (const b of layout.seats.slice(k + 1)) if (overlap(a.box, b.box) > 0) found.push(`seat ${a.seat} lies on seat ${b.seat}`)
  return found
}

function laid(stream: Stream, snapshot: Snapshot, width: number, height: number) {
  const top = adopt(emptyTabletop(), snapshot)
  const spots = spotsOf(stream.plan, snapshot, top, stream.seats)
  const counts = new Map([...top.places].map(([id, cards]) => [id, cards.length]))
  return { layout: layOut(spots, stream.seats, stream.seat, width, height, stream.plan.order), spots, counts }
}

/** Every third snapshot and the last: neighbours look alike. */
function moments(stream: Stream): Snapshot[] {
  return stream.messages.filter((_, k) => k % 3 === 0 || k === stream.messages.length - 1).map((message) => message.snapshot)
}

describe('the laws of layout', () => {
  const all = streams()

  it.each(WINDOWS)('nothing overlaps and nothing is cut off at %i × %i', (width, height) => {
    const broken = new Map<string, string>()
    for (const stream of all)
      for (const snapshot of moments(stream)) {
        const { layout, counts } = laid(stream, snapshot, width, height)
        const [first] = faults(layout, counts, width, height)
        if (first) broken.set(`${stream.game} with ${stream.seats}`, first)
      }
    expect(Object.fromEntries(broken)).toEqual({})
  }, 120_000)

  it('every option can be reached by clicks alone, and every card that it names is drawn', () => {
    const broken = new Map<string, string>()
    for (const stream of all)
      for (const { snapshot } of stream.messages) {
        const { layout } = laid(stream, snapshot, 980, 720)
        const counts = new Map(snapshot.places.map((place) => [place.id, place.slots.length]))
        for (const option of snapshot.options)
          for (const token of tokensOf(option).filter(isOnTable)) {
            const card = /^card (.*) (\d+)$/.exec(token)
            const place = card?.[1] ?? (token.startsWith('place ') ? token.slice(6) : undefined)
            if (place === undefined) continue
            const placed = layout.places.get(place)
            if (!placed) broken.set(`${stream.game}: ${token}`, `“${option.text}” names what is not drawn`)
            else if (card && placed.stacked && Number(card[2]) !== (counts.get(place) ?? 0) - 1) broken.set(`${stream.game}: ${token}`, 'lies under others')
          }
      }
    expect(Object.fromEntries(broken)).toEqual({})
  }, 120_000)

  it('the own hand can be read: a quarter of every card shows', () => {
    const broken = new Map<string, string>()
    for (const stream of all)
      for (const snapshot of moments(stream))
        for (const [width, height] of WINDOWS) {
          const { layout, spots } = laid(stream, snapshot, width, height)
          for (const spot of spots.filter((one) => one.role === 'hand' && one.member === stream.seat && one.owner === 'player' && one.count > 1 && !one.backs)) {
            const placed = layout.places.get(spot.id)
            if (placed && placed.perRow > 1 && placed.dx < 0.27 * placed.width) broken.set(`${stream.game} with ${stream.seats}`, `${spot.count} cards at ${width}`)
          }
        }
    expect(Object.fromEntries(broken)).toEqual({})
  }, 120_000)
})
