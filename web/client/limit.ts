type Fetch = typeof globalThis.fetch

/** After this time without a response it is tested whether the router is reachable; the call continues. */
const LATE_MS = 5000
/** Timeout of calls, and of those that take minutes and of uploads. */
const LIMIT_MS = 60_000
const SLOW_LIMIT_MS = 900_000
const UPLOAD_LIMIT_MS = 600_000

/** As `fetch`; `isSlow`: the answer may take minutes. */
export type LimitedFetch = (input: string, init?: RequestInit, isSlow?: boolean) => Promise<Response>

export interface Watch {
  readonly answered: () => void
  readonly doubt: () => void
}

/** Statuses that come from a proxy in front of a router that does not answer. RFC 9110 15.6.3 and 15.6.5. */
const FROM_PROXY = [502, 504]

/** `fetch` with a limit on the time until the answer begins, reporting whether there was one. */
export const limited =
  (fetch: Fetch, { answered, doubt }: Watch): LimitedFetch =>
  async (input, init, isSlow = false) => {
    const limit = new AbortController()
    const late = setTimeout(doubt, LATE_MS)
    const patience = isSlow ? SLOW_LIMIT_MS : init?.body instanceof Blob ? UPLOAD_LIMIT_MS : LIMIT_MS
    const end = setTimeout(() => limit.abort(), patience)
    const signal = init?.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
    try {
      const response = await fetch(input, { ...init, signal })
      FROM_PROXY.includes(response.status) ? doubt() : answered()
      return response
    } catch (error) {
      // An aborted call does not mean that the router is unreachable.
      if (!init?.signal?.aborted) doubt()
      throw error
    } finally {
      clearTimeout(late)
      clearTimeout(end)
    }
  }

/** Fetches `address` with a short timeout, for requests that are repeated. */
export async function fetchSoon(address: string, init?: RequestInit): Promise<Response> {
  const limit = new AbortController()
  const end = setTimeout(() => limit.abort(), LATE_MS)
  try {
    return await globalThis.fetch(address, { ...init, cache: 'no-store', signal: limit.signal })
  } finally {
    clearTimeout(end)
  }
}
