// The one connection to the server: questions with answers, and what it tells by itself.

export interface Failure {
  code: string
  message: string
}

export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message)
  }
}

type Message = Record<string, unknown>
type Listener = (message: Message) => void

const PAUSES = [500, 1000, 2000, 4000, 8000]
const HEARTBEAT = 20_000
const KEY = 'croupier-token'
export const PROTOCOL = 1

export interface Hello {
  croupier?: string
  role: 'owner' | 'guest'
  /** Whether guests can be invited; told to the owner. */
  share?: boolean
  /** Whether nothing may be written into the workspace. */
  read_only?: boolean
  /** What the folder of the owner's files is called. */
  workspace?: string
  /** The table of a guest. */
  table?: string
}

export type Status = 'connecting' | 'open' | 'lost' | 'refused' | 'outdated'

/** Takes the token out of the address, so that it is neither seen nor kept in the history: the owner's, or a guest's. */
function takeToken(): string {
  const found = /(?:^#|&)(?:token|seat)=([\w-]+)/.exec(location.hash)
  if (found?.[1]) {
    sessionStorage.setItem(KEY, found[1])
    history.replaceState(null, '', location.pathname + location.search)
  }
  return sessionStorage.getItem(KEY) ?? ''
}

export class Connection {
  status: Status = $state('connecting')
  hello: Hello = $state.raw({ role: 'owner' })
  private socket: WebSocket | null = null
  private count = 0
  private waiting = new Map<number, { resolve: (message: Message) => void; reject: (problem: Error) => void }>()
  private listeners = new Set<Listener>()
  private reopened = new Set<() => void>()
  private tries = 0
  private heartbeat = 0
  private readonly token = takeToken()

  open(): void {
    if (this.token === '') {
      this.status = 'refused'
      return
    }
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, ['croupier.v1', `token.${this.token}`])
    this.socket = socket
    let greeted = false
    socket.onopen = () => {
      greeted = true
      void this.greet()
    }
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as Message)
    socket.onclose = () => {
      clearInterval(this.heartbeat)
      for (const { reject } of this.waiting.values()) reject(new Refused({ code: 'lost', message: 'The connection was lost.' }))
      this.waiting.clear()
      void this.again(greeted)
    }
  }

  private async greet(): Promise<void> {
    try {
      this.hello = await this.ask<Hello>('hello', { protocol: PROTOCOL })
    } catch (problem) {
      if (problem instanceof Refused && problem.failure.code === 'protocol') this.status = 'outdated'
      return
    }
    const first = this.status === 'connecting'
    this.tries = 0
    this.status = 'open'
    clearInterval(this.heartbeat)
    this.heartbeat = window.setInterval(() => void this.ask('ping').catch(() => this.socket?.close()), HEARTBEAT)
    if (!first) for (const call of this.reopened) call()
  }

  private async again(greeted: boolean): Promise<void> {
    if (this.status === 'outdated') return
    if (!greeted && (await this.isRefused())) {
      this.status = 'refused'
      return
    }
    this.status = 'lost'
    const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)]
    this.tries += 1
    window.setTimeout(() => this.open(), pause)
  }

  /** A WebSocket does not tell why it was refused: a question by HTTP does. */
  private async isRefused(): Promise<boolean> {
    try {
      const answer = await fetch('/api/hello', {
        method: 'POST',
        headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ protocol: PROTOCOL }),
      })
      return answer.status === 401
    } catch {
      return false
    }
  }

  private receive(message: Message): void {
    const number = message['re']
    if (typeof number !== 'number') {
      for (const listener of this.listeners) listener(message)
      return
    }
    const waiting = this.waiting.get(number)
    this.waiting.delete(number)
    const failure = message['error'] as Failure | undefined
    if (failure) waiting?.reject(new Refused(failure))
    else waiting?.resolve(message)
  }

  ask<Answer = Message>(what: string, more: Message = {}): Promise<Answer> {
    const socket = this.socket
    if (!socket || socket.readyState !== WebSocket.OPEN)
      return Promise.reject(new Refused({ code: 'lost', message: 'The studio does not answer.' }))
    const id = ++this.count
    return new Promise<Message>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      socket.send(JSON.stringify({ id, do: what, ...more }))
    }) as Promise<Answer>
  }

  /** Hears what the server tells by itself; the answer takes that back. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Is called when the connection stands again after it was lost. */
  onReopened(call: () => void): () => void {
    this.reopened.add(call)
    return () => this.reopened.delete(call)
  }
}

export const connection = new Connection()
