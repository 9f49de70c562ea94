/** What a person knows. It is sent, and kept nowhere. */
export interface Credentials {
  readonly user: string
  readonly password: string
}

/** Who is signed in on this tab, with what the router gave for it. The one place that knows what a session is made of. */
export interface Signed {
  readonly user: string
  readonly token: string
}

export interface Session {
  /** The same object until somebody signs in or out. */
  readonly current: () => Signed | undefined
  readonly keep: (signed: Signed) => void
  readonly forget: () => void
  readonly subscribe: (listener: () => void) => () => void
}

const KEY = 'sallyport.session'

/** RFC 7617 with UTF-8: `btoa` alone refuses every character beyond Latin-1. */
export const basic = ({ user, password }: Credentials): string => {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** RFC 6750. */
export const bearer = ({ token }: Signed): string => `Bearer ${token}`

/** What a WebSocket of the router expects as its first message. */
export const greeting = ({ token }: Signed): string => token

/** A session lasts as long as its tab: `storage` is the tab's own, so that a reload does not ask again. */
export function openSession(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Session {
  const listeners = new Set<() => void>()
  let signed = read(storage.getItem(KEY))
  const change = (next: Signed | undefined) => {
    signed = next
    for (const listener of listeners) listener()
  }
  return {
    current: () => signed,
    keep(next) {
      storage.setItem(KEY, JSON.stringify(next))
      change(next)
    },
    forget() {
      storage.removeItem(KEY)
      if (signed) change(undefined)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function read(text: string | null): Signed | undefined {
  try {
    const { user, token } = JSON.parse(text ?? '') as Partial<Signed>
    return typeof user === 'string' && typeof token === 'string' ? { user, token } : undefined
  } catch {
    return undefined
  }
}
