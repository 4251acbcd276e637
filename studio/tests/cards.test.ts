import { describe, expect, it } from 'vitest'

import { adopt, differences, emptyTabletop, happen } from '../src/cards'
import type { Snapshot } from '../src/protocol'
import { streams } from './streams'

function snapshot(places: Record<string, (number | '')[]>): Snapshot {
  return {
    at: 0,
    to_move: 0,
    prompt: '',
    stored: [],
    teams: [],
    options: [],
    places: Object.entries(places).map(([id, slots]) => ({
      id,
      owner: 'game' as const,
      member: 0,
      name: id,
      nth: 0,
      sight: 'vloc',
      free: false,
      slots: slots.map((slot) => (slot === '' ? { back: '' } : { kind: slot })),
    })),
  }
}

describe('cards on the screen', () => {
  it('keep their identity when they move', () => {
    const top = adopt(emptyTabletop(), snapshot({ HAND: [3, 5], TRICK: [] }))
    const queen = top.places.get('HAND')?.[1]?.id
    happen(top, { n: 1, event: 'move', from: 'HAND', to: 'TRICK', card: 5, words: '' })
    expect(top.places.get('TRICK')?.map((card) => card.id)).toEqual([queen])
  })

  it('are told from each other by a snapshot that disagrees', () => {
    const top = adopt(emptyTabletop(), snapshot({ HAND: [3, 5] }))
    expect(differences(top, snapshot({ HAND: [3, 6] }))).toEqual(['HAND'])
    expect(differences(top, snapshot({ HAND: [3, 5] }))).toEqual([])
    expect(adopt(top, snapshot({ HAND: [3, 6] })).places.get('HAND')?.[1]?.slot).toEqual({ kind: 6 })
  })

  it('fly from where they were even if no event says so', () => {
    const top = adopt(emptyTabletop(), snapshot({ HAND: [3, 5], PILE: [] }))
    const three = top.places.get('HAND')?.[0]?.id
    const next = adopt(top, snapshot({ HAND: [5], PILE: [3] }))
    expect(next.places.get('PILE')?.[0]?.id).toBe(three)
  })
})

describe('the law of snapshots', () => {
  it('events applied to the last snapshot give the next one, in every game', () => {
    const broken = new Map<string, string>()
    let compared = 0
    for (const stream of streams().filter((one) => !one.plan.console)) {
      let top = emptyTabletop()
      for (const [k, message] of stream.messages.entries()) {
        for (const event of message.events ?? []) happen(top, event, stream.kinds)
        const found = k === 0 ? [] : differences(top, message.snapshot)
        if (found.length > 0) broken.set(stream.game, `message ${k}: ${found.join(', ')}`)
        top = adopt(top, message.snapshot)
        compared += 1
      }
    }
    expect(Object.fromEntries(broken)).toEqual({})
    expect(compared).toBeGreaterThan(1000)
  }, 120_000)
})
