import { openCall } from './call.ts'
import { nextTask } from './idle.ts'
import { fetchSoon, limited } from './limit.ts'
import { openReach } from './reach.ts'
import { headersOf, openSession, type PasswordCredentials, type Signed, type TokenHolder } from './session.ts'
import { SESSION_KEY } from './sessionKey.ts'

/** What signing in needs of the client; everything else is in client.ts, which is loaded with the app. */
export const clientSession = openSession(window.localStorage)
window.addEventListener('storage', ({ key }) => {
  if (key === SESSION_KEY) clientSession.readAgain()
})

/** A small public file that is never cached, to test whether the router responds. */
const PROBE_PATH = '/manifest.webmanifest'

export const reach = openReach({
  look: () =>
    fetchSoon(PROBE_PATH, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  now: Date.now,
})

/** A screen begins with some ten requests: each one in its own task, so that the page takes input between them. */
const fetchApart: typeof window.fetch = async (input, init) => {
  if (init?.method === 'GET') await nextTask()
  return window.fetch(input, init)
}

export const fetchWatched = limited(fetchApart, reach)

/** Calls outside the session of this tab, with a password, an API token or an earlier session, and optionally the proof of a one-time code. */
export const callAs = (who: PasswordCredentials | Signed | TokenHolder | undefined, proof?: string) =>
  openCall({
    fetch: fetchWatched,
    credentials: () => headersOf(who),
    proof: () => proof,
  })
