// Everything that can be done on a page, for the palette and for the list of keys.

export interface Command {
  name: string
  /** The key that does the same, if there is one. */
  key?: string
  run: () => void
}

class Commands {
  private groups: (() => Command[])[] = $state.raw([])
  /** The panel that is open over the page. */
  open: 'palette' | 'keys' | '' = $state('')

  /** Adds commands; the answer takes them back. */
  add(group: () => Command[]): () => void {
    this.groups = [...this.groups, group]
    return () => (this.groups = this.groups.filter((known) => known !== group))
  }

  get all(): Command[] {
    return this.groups.flatMap((group) => group())
  }
}

export const commands = new Commands()

/** Whether keys belong to a field rather than to the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event
  if (target instanceof HTMLInputElement) return !['range', 'checkbox', 'button'].includes(target.type)
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
}

/** Moves the focus to the next pane of the page, or to the one before. */
export function nextPane(way: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.offsetParent !== null)
  if (panes.length === 0) return
  const here = panes.findIndex((pane) => pane.contains(document.activeElement))
  const pane = panes[(here + way + panes.length) % panes.length] ?? panes[0]
  const goal = pane?.querySelector<HTMLElement>('[tabindex="0"], a[href], input, select, button:not([tabindex="-1"]):not(:disabled), summary')
  if (goal) goal.focus()
  else {
    pane?.setAttribute('tabindex', '-1')
    pane?.focus()
  }
}
