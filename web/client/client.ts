import { notifyManager, QueryClient } from '@tanstack/react-query'
import { otp } from '../../router/features/access/contract.ts'
import { ADMIN } from '../../router/features/access/onetime.ts'
import { texts } from '../texts.ts'
import { type Ask, type Call, type Line, openAsk, openCall } from './call.ts'
import { openCodes } from './codes.ts'
import { Failure } from './failure.ts'
import { fetchSoon, limited } from './limit.ts'
import { openLive } from './live.ts'
import { openReach } from './reach.ts'
import { basic, bearer, type Credentials, greeting, openSession, type Signed } from './session.ts'

/** How often a screen asks by itself while the stream of events is down. */
const POLL_MS = 15_000
/** A join brings a handful of events within a moment; one look at the router answers them all. */
const GATHER_MS = 150

export const session = openSession(window.sessionStorage)

/** A small file that anybody may read, and that no cache and no proxy has in the place of the router. */
const SIGN_OF_LIFE = '/manifest.webmanifest'

export const reach = openReach({
  look: () =>
    fetchSoon(SIGN_OF_LIFE, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  now: Date.now,
  // Calls that wait for an answer end now, and those that follow end immediately: no screen waits for what does not come.
  onAway: () => away.abort(unreachable()),
  onBack: () => {
    away = new AbortController()
    if (live.state() === 'lost') live.join()
    void cache.invalidateQueries()
  },
})
let away = new AbortController()
const unreachable = () => new Failure('unreachable', texts.failure.unreachable)

const fetch = limited(window.fetch.bind(window), reach)

/** What is asked as somebody is given up when they leave: its answer is for nobody, and a refusal would sign out who came next. */
let leave = new AbortController()

/** As whoever is signed in. */
const signedLine: Line = {
  async fetch(input, init) {
    // Somebody who tries again does not wait until the next look, and an unreachable router ends the call after it.
    if (reach.awaySince() !== undefined) await reach.check()
    return fetch(input, { ...init, signal: AbortSignal.any([leave.signal, away.signal]) })
  },
  authorization: () => {
    const signed = session.current()
    return signed && bearer(signed)
  },
  proof: () => codes.proof(),
  onSignedOut: session.forget,
}
/** Without asking them for anything. */
const callOnce = openCall(signedLine)
const askOnce = openAsk(signedLine)

export const codes = openCodes((code) => callOnce(otp.validate, { body: { Name: ADMIN, Code: code } }))

/** Calls as whoever is signed in. Where the router wants a one-time code they are asked for it, and the call is made again. */
export const call: Call = (operation, ...rest) => provedIfNeeded(() => callOnce(operation, ...rest))
/** The same for answers that are files, or are measured. */
export const ask: Ask = (operation, ...rest) => provedIfNeeded(() => askOnce(operation, ...rest))

async function provedIfNeeded<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (reason) {
    if (!(reason instanceof Failure) || reason.reason !== 'codeNeeded' || !(await codes.obtain())) throw reason
    return attempt()
  }
}

/** Calls as somebody who is not signed in, not yet or no longer: with a password or a session, and where there is one the proof of a code. */
export const callAs = (who: Credentials | Signed | undefined, proof?: string) =>
  openCall({
    fetch,
    authorization: () => who && ('token' in who ? bearer(who) : basic(who)),
    proof: () => proof,
    onSignedOut: () => {},
  })

const worthRetrying = (error: Error) => error instanceof Failure && ['unreachable', 'broken'].includes(error.reason)

// A switch that was pressed shows it before the screen is drawn again; a moment later it would be seen to jump back and forth.
notifyManager.setScheduler(queueMicrotask)

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: (count, error) => count < 2 && worthRetrying(error),
      refetchInterval: () => (live.state() === 'live' ? false : POLL_MS),
      // Not every change at the router has an event: another tab may have made one.
      refetchOnWindowFocus: 'always',
      // Whether this computer is on the internet says nothing about the router.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
const gathered = new Set<string>()
async function onTopic(topic: string) {
  // It names calls of the whole app, so it comes after the first screen.
  const names = await import('./stale.ts').catch(() => undefined)
  // Without it anything may be old.
  if (!names) return cache.invalidateQueries()
  const paths = names.staleAfter(topic)
  if (paths.length > 0 && gathered.size === 0) setTimeout(refresh, GATHER_MS)
  for (const path of paths) gathered.add(path)
}
function refresh() {
  const paths = [...gathered]
  gathered.clear()
  for (const path of paths) void cache.invalidateQueries({ queryKey: [path] })
}

export const live = openLive({
  open: () => new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/ws_events_all`),
  greeting: () => {
    const signed = session.current()
    return signed && greeting(signed)
  },
  onTopic: (topic) => void onTopic(topic),
  onJoined: () => void cache.invalidateQueries(),
  onMessage: reach.answered,
  onLost: reach.doubt,
})

/** What one person saw is not kept for the next. */
session.subscribe(() => {
  leave.abort()
  leave = new AbortController()
  if (session.current()) return live.join()
  live.leave()
  codes.forget()
  cache.clear()
})
if (session.current()) live.join()
