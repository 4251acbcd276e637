// Choosing an option by clicking at what it names: every click keeps the options that contain it.

import type { Option, Target } from './protocol'

/** Something on the table that can be clicked: `card HAND 3`, `place STOCK`, `seat 2`, `number 4`, `word red`. */
export type Token = string

export function tokenOf(target: Target): Token {
  switch (target.kind) {
    case 'card':
      return target.place === undefined || target.place === ''
        ? ''
        : target.slot === undefined
          ? `place ${target.place}`
          : `card ${target.place} ${target.slot}`
    case 'place':
      return `place ${target.place ?? ''}`
    case 'seat':
    case 'team':
    case 'number':
      return `${target.kind} ${target.number ?? 0}`
    case 'word':
      return `word ${target.word ?? ''}`
  }
}

/** The place in which a card lies. */
export function placeOf(token: Token): Token {
  const found = /^card (.*) \d+$/.exec(token)
  return found ? `place ${found[1]}` : ''
}

/** Everything that an option names: what is picked, and the cards that it moves. */
export function tokensOf(option: Option): Token[] {
  const targets = [...option.picks.flat(), ...option.moves.map((move) => move.card)]
  return [...new Set(targets.map(tokenOf).filter((token) => token !== ''))]
}

/** The options that contain all that is selected. */
export function remaining(options: Option[], selected: ReadonlySet<Token>): Option[] {
  return options.filter((option) => {
    const tokens = new Set(tokensOf(option))
    return [...selected].every((token) => tokens.has(token))
  })
}

/** All that can be clicked now, what is selected included. */
export function clickable(options: Option[], selected: ReadonlySet<Token>): Set<Token> {
  return new Set(remaining(options, selected).flatMap(tokensOf))
}

/** The option that the selection names wholly, if there is just one. */
export function named(options: Option[], selected: ReadonlySet<Token>): Option | undefined {
  const left = remaining(options, selected)
  if (left.length === 1) return left[0]
  const whole = left.filter((option) => tokensOf(option).length === selected.size)
  return whole.length === 1 && selected.size > 0 && left.every((option) => option === whole[0] || tokensOf(option).length > selected.size)
    ? whole[0]
    : undefined
}

/** Options that clicking further cannot tell apart, or that name nothing: they need buttons. */
export function buttons(options: Option[], selected: ReadonlySet<Token>): Option[] {
  const left = remaining(options, selected)
  if (left.length <= 1 && selected.size > 0) return []
  const open = (option: Option) => tokensOf(option).filter((token) => !selected.has(token) && isOnTable(token))
  const further = new Map<string, number>()
  for (const option of left) {
    const key = open(option).sort().join('|')
    further.set(key, (further.get(key) ?? 0) + 1)
  }
  return left.filter((option) => {
    const key = open(option).sort().join('|')
    return key === '' || (further.get(key) ?? 0) > 1
  })
}

/** Whether something can be clicked on the table itself; numbers and words have buttons. */
export function isOnTable(token: Token): boolean {
  return /^(card|place|seat) /.test(token)
}

/** The selection after a click: added, or taken back. */
export function toggled(selected: ReadonlySet<Token>, token: Token): Set<Token> {
  const result = new Set(selected)
  if (!result.delete(token)) result.add(token)
  return result
}

/** The options that move a card (or set of cards) to a place, for dropping it there. */
export function dropping(options: Option[], cards: ReadonlySet<Token>, onto: Token): Option[] {
  return remaining(options, cards).filter((option) => {
    const goals = new Set([...option.moves.map((move) => `place ${move.to}`), ...tokensOf(option)])
    return goals.has(onto)
  })
}
