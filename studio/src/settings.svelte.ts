// What somebody has chosen for all tables; kept in the browser.

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
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // A browser without storage forgets them, and that is all.
  }
  document.documentElement.dataset['theme'] = settings.theme
  document.documentElement.dataset['contrast'] = settings.contrast ? 'high' : 'normal'
}
