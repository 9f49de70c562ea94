type Fetch = typeof globalThis.fetch

/** A call that is not answered within this time raises a doubt about the router; the call itself waits on. */
const LATE_MS = 5000
/** No call of the app takes longer to be answered, other than an upload. */
const LIMIT_MS = 60_000
const UPLOAD_LIMIT_MS = 600_000

export interface Watch {
  readonly answered: () => void
  readonly doubt: () => void
}

/** Statuses that come from a proxy in front of a router that does not answer. RFC 9110 15.6.3 and 15.6.5. */
const FROM_PROXY = [502, 504]

/** `fetch` with a limit on the time until the answer begins, reporting whether there was one. */
export const limited =
  (fetch: Fetch, { answered, doubt }: Watch): Fetch =>
  async (input, init) => {
    const limit = new AbortController()
    const late = setTimeout(doubt, LATE_MS)
    const end = setTimeout(() => limit.abort(), init?.body instanceof Blob ? UPLOAD_LIMIT_MS : LIMIT_MS)
    const signal = init?.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
    try {
      const response = await fetch(input, { ...init, signal })
      FROM_PROXY.includes(response.status) ? doubt() : answered()
      return response
    } catch (error) {
      // A call that was given up here says nothing about the router.
      if (!init?.signal?.aborted) doubt()
      throw error
    } finally {
      clearTimeout(late)
      clearTimeout(end)
    }
  }

/** What the router has at `address`. Rejects once the answer is late; for questions that are asked again. */
export async function fetchSoon(address: string, init?: RequestInit): Promise<Response> {
  const limit = new AbortController()
  const end = setTimeout(() => limit.abort(), LATE_MS)
  try {
    return await globalThis.fetch(address, { ...init, cache: 'no-store', signal: limit.signal })
  } finally {
    clearTimeout(end)
  }
}
