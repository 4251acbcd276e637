// What should not have happened: shown in a panel, with all that a report about it needs.

export interface Fault {
  message: string
  /** What was asked for. */
  asked: string
}

class Faults {
  current: Fault | null = $state.raw(null)

  show(message: string, asked: string): void {
    this.current = { message, asked }
  }

  close(): void {
    this.current = null
  }
}

export const faults = new Faults()
