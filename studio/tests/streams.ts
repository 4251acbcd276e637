// What pages are sent in random games of the whole library: made by tools/studio_streams.py, named by STUDIO_STREAMS.

import { readFileSync } from 'node:fs'
import { env } from 'node:process'

import type { Plan, Snapshot, TableEvent } from '../src/protocol'
import { readSnapshot, type RawSnapshot } from '../src/wire'

export interface Message {
  plan?: Plan
  kinds?: { name: string; back: string }[]
  events?: TableEvent[]
  snapshot: Snapshot
}

export interface Stream {
  game: string
  seats: number
  seat: number
  plan: Plan
  kinds: { name: string; back: string }[]
  messages: Message[]
}

interface Raw {
  game: string
  seats: number
  seat: number
  messages: (Omit<Message, 'snapshot'> & { snapshot: RawSnapshot })[]
}

export function streams(): Stream[] {
  const file = env['STUDIO_STREAMS']
  if (!file) throw new Error('Set STUDIO_STREAMS to a file of `python tools/studio_streams.py FILE`.')
  return (JSON.parse(readFileSync(file, 'utf-8')) as Raw[]).map(({ messages, ...rest }) => {
    const opening = messages[0]
    return {
      ...rest,
      plan: opening?.plan as Plan,
      kinds: opening?.kinds ?? [],
      messages: messages.map((message) => ({ ...message, snapshot: readSnapshot(message.snapshot) })),
    }
  })
}
