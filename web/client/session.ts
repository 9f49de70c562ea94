/** Sent to the router, and never stored. */
export interface Credentials {
  readonly user: string
  readonly password: string
}

/** The session of this tab: the user and the token that the router issued. */
export interface Signed {
  readonly user: string
  readonly token: string
}

export interface Session {
  /** The same object until the next sign-in or sign-out. */
  readonly current: () => Signed | undefined
  readonly keep: (signed: Signed) => void
  readonly forget: () => void
  /** The router has rejected the session: forgets it, unless it is being replaced. */
  readonly reject: () => void
  /** Runs `work`, which ends this session at the router and begins another one. */
  readonly replace: (work: () => Promise<void>) => Promise<void>
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

/** The first message on a WebSocket of the router. */
export const greeting = ({ token }: Signed): string => token

/** `storage` is the session storage: a session survives a reload and ends with its tab. */
export function openSession(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Session {
  const listeners = new Set<() => void>()
  let signed = read(storage.getItem(KEY))
  let isReplaced = false
  const change = (next: Signed | undefined) => {
    signed = next
    for (const listener of listeners) listener()
  }
  const forget = () => {
    storage.removeItem(KEY)
    if (signed) change(undefined)
  }
  return {
    current: () => signed,
    keep(next) {
      storage.setItem(KEY, JSON.stringify(next))
      change(next)
    },
    forget,
    reject() {
      if (!isReplaced) forget()
    },
    async replace(work) {
      isReplaced = true
      try {
        await work()
      } finally {
        isReplaced = false
      }
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
