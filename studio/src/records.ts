// Recorded games that somebody has as a file.

import { connection } from './connection.svelte'

/** Opens a file as a replay; its name there. */
export async function openRecord(file: File): Promise<string> {
  return (await connection.ask<{ replay: string }>('replay.open', { name: file.name, text: await file.text() })).replay
}
