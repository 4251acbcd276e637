// Texts that are not saved yet, kept in the browser so that a crash loses nothing.

export interface Draft {
  path: string
  text: string
  /** The hash of the file that it was made from. */
  hash: string
  at: number
}

const STORE = 'drafts'

function opened(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open('croupier-studio', 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'path' })
      request.onsuccess = () => resolve(request.result)
      // A browser that keeps nothing has no drafts, and that is all.
      request.onerror = () => resolve(null)
    } catch {
      resolve(null)
    }
  })
}

async function act<Found>(mode: IDBTransactionMode, what: (store: IDBObjectStore) => IDBRequest<Found>): Promise<Found | undefined> {
  const base = await opened()
  if (!base) return undefined
  return new Promise((resolve) => {
    const request = what(base.transaction(STORE, mode).objectStore(STORE))
    request.onsuccess = () => {
      resolve(request.result)
      base.close()
    }
    request.onerror = () => resolve(undefined)
  })
}

export const keepDraft = (draft: Draft): Promise<unknown> => act('readwrite', (store) => store.put(draft))
export const forgetDraft = (path: string): Promise<unknown> => act('readwrite', (store) => store.delete(path))
export const findDraft = (path: string): Promise<Draft | undefined> => act('readonly', (store) => store.get(path) as IDBRequest<Draft | undefined>)
