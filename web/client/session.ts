/** Who is signed in on this tab. The one place that knows what a session is made of. */
export interface Credentials {
  readonly user: string
  readonly password: string
}

export interface Session {
  /** The same object until somebody signs in or out. */
  readonly current: () => Credentials | undefined
  readonly keep: (credentials: Credentials) => void
  readonly forget: () => void
  readonly subscribe: (listener: () => void) => () => void
}

const KEY = 'sallyport.session'

/** RFC 7617 with UTF-8: `btoa` alone refuses every character beyond Latin-1. */
export const basic = ({ user, password }: Credentials): string => {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** What a WebSocket of the router expects as its first message. */
export const greeting = ({ user, password }: Credentials): string => `${user}:${password}`

/** A session lasts as long as its tab: `storage` is the tab's own, so that a reload does not ask again. */
export function openSession(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Session {
  const listeners = new Set<() => void>()
  let credentials = read(storage.getItem(KEY))
  const change = (next: Credentials | undefined) => {
    credentials = next
    for (const listener of listeners) listener()
  }
  return {
    current: () => credentials,
    keep(next) {
      storage.setItem(KEY, JSON.stringify(next))
      change(next)
    },
    forget() {
      storage.removeItem(KEY)
      if (credentials) change(undefined)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function read(text: string | null): Credentials | undefined {
  try {
    const { user, password } = JSON.parse(text ?? '') as Partial<Credentials>
    return typeof user === 'string' && typeof password === 'string' ? { user, password } : undefined
  } catch {
    return undefined
  }
}
