// What somebody has chosen for all tables: kept by the studio, and in the browser so that a page begins with it.

import { connection } from './connection.svelte'


export interface Settings {
  theme: 'auto' | 'light' | 'dark' | 'contrast'
  speed: 0.5 | 1 | 2 | 4 | 0
  quick: boolean
  sound: boolean
  contrast: boolean
  /** Whether hands are sorted even if their order may mean something. */
  sortAll: boolean
  /** Whether hints may be asked for. */
  hints: boolean
}

export const THEMES = { auto: 'as the system', light: 'light', dark: 'dark', contrast: 'high contrast' } as const

const KEY = 'croupier-settings'
const DEFAULTS: Settings = { theme: 'auto', speed: 1, quick: false, sound: false, contrast: false, sortAll: false, hints: true }

function read(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) }
  } catch {
    return { ...DEFAULTS }
  }
}

export const settings: Settings = $state(read())

export function keepSettings(): void {
  showSettings()
  // Guests have no settings but in their browser.
  if (connection.hello.role === 'owner') connection.ask('settings.set', { settings: { ...settings } }).catch(() => undefined)
}

/** Takes over what the studio has kept, as soon as it answers. */
export async function fetchSettings(): Promise<void> {
  if (connection.hello.role !== 'owner') return
  const kept = await connection.ask<{ settings: Partial<Settings> }>('settings.get').catch(() => ({ settings: {} }))
  Object.assign(settings, kept.settings)
  showSettings()
}

export function showSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // A browser without storage forgets them, and that is all.
  }
  document.documentElement.dataset['theme'] = settings.theme
  document.documentElement.dataset['contrast'] = settings.contrast ? 'high' : 'normal'
}
