// A card that is dragged over the table, and the frame that is drawn with Shift.

import type { Drawn } from './drawn'
import type { Token } from './selection'

const SLACK = 7

/** The table over which something is dragged. */
export interface Ground {
  root: () => HTMLElement | undefined
  drawn: () => Drawn[]
  /** Whether cards can be taken up at all. */
  isOpen: () => boolean
  canLift: (token: Token) => boolean
  goals: (card: Token) => ReadonlySet<Token>
  drop: (card: Token, onto: Token) => void
  /** Puts a card of a hand elsewhere among the others; false if it was not dropped there. */
  rearrange: (event: PointerEvent, held: { token: Token; id: number }) => boolean
  refuse: () => void
  /** Chooses a card that lies in the frame. */
  frame: (token: Token) => void
}

export class Dragging {
  card = $state<{ token: Token; id: number; dx: number; dy: number; over: Token } | null>(null)
  lasso = $state<{ x: number; y: number; w: number; h: number } | null>(null)
  /** Whether the pointer has moved so far that what follows is no click. */
  moved = false
  private start: { x: number; y: number; token: Token; id: number } | null = null
  private corner: { x: number; y: number } | null = null

  constructor(private readonly ground: Ground) {}

  get goals(): ReadonlySet<Token> {
    return this.card && this.ground.isOpen() ? this.ground.goals(this.card.token) : new Set<Token>()
  }

  cardDown(event: PointerEvent, item: Drawn): void {
    if (!this.ground.isOpen() || event.button !== 0 || event.shiftKey || !this.ground.canLift(item.token)) return
    this.start = { x: event.clientX, y: event.clientY, token: item.token, id: item.card.id }
    this.moved = false
  }

  frameDown(event: PointerEvent): void {
    const box = this.ground.root()?.getBoundingClientRect()
    if (!this.ground.isOpen() || !event.shiftKey || event.button !== 0 || !box) return
    this.corner = { x: event.clientX - box.x, y: event.clientY - box.y }
  }

  move(event: PointerEvent): void {
    this.frameMove(event)
    if (!this.start) return
    const dx = event.clientX - this.start.x
    const dy = event.clientY - this.start.y
    if (!this.card && Math.hypot(dx, dy) < SLACK) return
    this.moved = true
    this.card = { token: this.start.token, id: this.start.id, dx, dy, over: this.goalAt(event) }
  }

  up(event: PointerEvent): void {
    this.frameUp()
    const held = this.card
    if (held && this.ground.isOpen()) {
      const onto = this.goalAt(event)
      if (onto) this.ground.drop(held.token, onto)
      else if (!this.ground.rearrange(event, held)) this.ground.refuse()
    }
    this.start = null
    this.card = null
    window.setTimeout(() => (this.moved = false))
  }

  private goalAt(event: PointerEvent): Token {
    const { goals } = this
    for (const element of document.elementsFromPoint(event.clientX, event.clientY))
      for (const token of (element.closest('[data-goal]') as HTMLElement | null)?.dataset['goal']?.split('|') ?? [])
        if (goals.has(token)) return token
    return ''
  }

  private frameMove(event: PointerEvent): void {
    const box = this.ground.root()?.getBoundingClientRect()
    if (!this.corner || !box) return
    const [x, y] = [event.clientX - box.x, event.clientY - box.y]
    if (Math.hypot(x - this.corner.x, y - this.corner.y) < SLACK) return
    this.moved = true
    this.lasso = { x: Math.min(x, this.corner.x), y: Math.min(y, this.corner.y), w: Math.abs(x - this.corner.x), h: Math.abs(y - this.corner.y) }
  }

  private frameUp(): void {
    const frame = this.lasso
    this.corner = null
    this.lasso = null
    if (!frame || !this.ground.isOpen()) return
    for (const item of this.ground.drawn()) {
      const [x, y] = [item.x + item.placed.width / 2, item.y + item.placed.width * 0.7]
      const inside = x >= frame.x && x <= frame.x + frame.w && y >= frame.y && y <= frame.y + frame.h
      if (inside) this.ground.frame(item.token)
    }
  }
}
