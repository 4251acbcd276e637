// All runs of the studio, as the server tells of them.

import { connection } from '../connection.svelte'
import type { RunLine } from './words'

class Runs {
  list: RunLine[] = $state.raw([])
  /** The options of every kind of run. */
  fields: Record<string, string[]> = $state.raw({})
  private opened = false

  /** Asks for the list once; from then on the server tells of changes. */
  async open(): Promise<void> {
    if (this.opened) return
    this.opened = true
    connection.listen((message) => {
      if (message['ev'] === 'run') this.take(message as unknown as RunLine)
      else if (message['ev'] === 'run.gone') this.list = this.list.filter((run) => run.run !== message['run'])
    })
    connection.onReopened(() => void this.fetch())
    await this.fetch()
  }

  private async fetch(): Promise<void> {
    try {
      const found = await connection.ask<{ runs: RunLine[]; fields: Record<string, string[]> }>('run.list')
      this.list = found.runs
      this.fields = found.fields
    } catch {
      // The connection is gone: it is asked again when it is back.
    }
  }

  private take(run: RunLine): void {
    const known = this.list.some((one) => one.run === run.run)
    this.list = known ? this.list.map((one) => (one.run === run.run ? run : one)) : [run, ...this.list]
  }

  find(ident: string): RunLine | undefined {
    return this.list.find((run) => run.run === ident)
  }
}

export const runs = new Runs()
