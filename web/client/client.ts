import { notifyManager, QueryClient } from '@tanstack/react-query'
import { otp } from '../../router/model/access/credentials/contract.ts'
import type { Operation } from '../../router/model/operation.ts'
import { texts } from '../texts.ts'
import { type Call, type CallDeps, openAsk, openCall, type RawCall } from './call.ts'
import { openCodeRequests } from './codes.ts'
import { Failure } from './failure.ts'
import { gather } from './gather.ts'
import { openLive } from './live.ts'
import { may, ownName } from './may.ts'
import { openQuestion } from './question.ts'
import { greeting, headersOf, isSameUser, type Signed } from './session.ts'
import { clientSession, fetchWatched, reach } from './tab.ts'
import { openUndoable } from './undoable.ts'

/** Refetch interval of visible data while the event stream is down. */
const POLL_MS = 15_000

// Pending calls are aborted, and later ones fail immediately, so that screens show the error instead of loading.
let away = new AbortController()
reach.subscribe(() => {
  if (reach.awaySince() !== undefined) return away.abort(new Failure('unreachable', texts.failure.unreachable))
  away = new AbortController()
  if (live.state() === 'lost') live.join()
  void queryClient.invalidateQueries()
})

/** Aborts the calls of a session when it ends: a late 401 would sign out the next user. */
let leave = new AbortController()

/** Changes of this page that can be undone. */
export const undoable = openUndoable()

/** Calls with the credentials of the session. */
const signedDeps: CallDeps = {
  async fetch(input, init, isSlow) {
    // A retry does not wait for the next periodic check. If the router is still unreachable, the call fails after the check.
    if (reach.awaySince() !== undefined) await reach.check()
    const response = await fetchWatched(
      input,
      { ...init, signal: AbortSignal.any([leave.signal, away.signal]) },
      isSlow,
    )
    isAccepted ||= response.ok
    return response
  },
  credentials: () => headersOf(clientSession.current()),
  proof: () => codes.proof(),
  onUndoable: (id) => undoable.add(id),
}
/** Whether the router has accepted the session since the page was loaded. */
let isAccepted = false
/** Without requesting a one-time code. */
const callOnce = openCall(signedDeps)
const askOnce = openAsk(signedDeps)

/** Prompts for the password when the session has ended, so that the page keeps its input. False if the same user did not sign in. */
export const reentry = openQuestion()

export const codes = openCodeRequests((code) =>
  admitted(() => callOnce(otp.validate, { body: { Name: ownName(), Code: code } })),
)

/**
 * Calls with the credentials of the session. If the router requires a one-time code, or the session has ended, a dialog requests the
 * code or the password, and the call is repeated.
 */
export const call: Call = async (operation, ...rest) => {
  demand(operation)
  return admitted(() => callOnce(operation, ...rest))
}
/** As `call`, for responses that are files or streams. */
export const ask: RawCall = async (operation, ...rest) => {
  demand(operation)
  return admitted(() => askOnce(operation, ...rest))
}

/**
 * Rejects a call that the router would refuse, so that it is not in the log of the router: one that the role of the user does not permit, or
 * one after the session has ended. The cache is then cleared, and lists that are still shown read their data again.
 */
function demand(operation: Pick<Operation, 'details'>): void {
  if (!may(operation)) throw new Failure('refused', texts.failure.notPermitted)
  if (!clientSession.current() && !WITHOUT_SESSION.includes(operation.details.access))
    throw new Failure('signedOut', texts.failure.signedOut)
}

/** The sign-in page and the setup call operations with this access without a session. */
const WITHOUT_SESSION: readonly Operation['details']['access'][] = ['public', 'setup']

async function admitted<T>(attempt: () => Promise<T>): Promise<T> {
  const signed = clientSession.current()
  try {
    return await codes.prove(attempt)
  } catch (reason) {
    if (reason instanceof Failure && reason.reason === 'signedOut' && (await isSignedInAgain(signed)))
      return admitted(attempt)
    throw reason
  }
}

/** After a call was rejected. Prompts for the password on a page that was in use, and opens the sign-in page otherwise. */
async function isSignedInAgain(rejected: Signed | undefined): Promise<boolean> {
  const rejection = clientSession.rejection(rejected)
  if (rejection !== 'ended') return rejection === 'renewed'
  // Only the pages below have the dialog.
  const isInUse = isAccepted && window.location.pathname.startsWith('/admin')
  if (clientSession.current() && isInUse) return reentry.ask()
  clientSession.forget()
  return false
}

const worthRetrying = (error: Error) => error instanceof Failure && ['unreachable', 'broken'].includes(error.reason)

// Optimistic values must be rendered in the frame of the click: with the default scheduler a switch flips back for one frame.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: (count, error) => count < 2 && worthRetrying(error),
      refetchInterval: () => (live.state() === 'live' ? false : POLL_MS),
      // Not every change at the router has an event: another tab may have made one.
      refetchOnWindowFocus: 'always',
      // `navigator.onLine` is about the internet, not about the router.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
/** Paths of operations whose replies events have made stale. */
const stale = new Set<string>()
const refresh = gather(() => {
  for (const path of stale) {
    // A reply that is on its way may be older than the event. Cancelling it each time would leave none to arrive.
    if (queryClient.isFetching({ queryKey: [path] }) > 0) refresh.request()
    else if (stale.delete(path)) void queryClient.invalidateQueries({ queryKey: [path] })
  }
})
async function onTopic(topic: string) {
  // It imports the contracts of the whole app, so it is loaded after the first screen.
  const names = await import('./stale.ts').catch(() => undefined)
  // Without it, everything counts as stale.
  if (!names) return queryClient.invalidateQueries()
  const paths = names.staleAfter(topic)
  if (paths.length === 0) return
  for (const path of paths) stale.add(path)
  refresh.request()
}

export const live = openLive({
  open: () => new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/ws_events_all`),
  greeting: () => {
    const signed = clientSession.current()
    return signed && greeting(signed)
  },
  onTopic: (topic) => void onTopic(topic),
  onJoined() {
    isAccepted = true
    void queryClient.invalidateQueries()
  },
  onMessage: reach.answered,
  onLost: reach.doubt,
})

let signed = clientSession.current()
/** Data of one user is not shown to the next, and calls that wait are not repeated as another user. */
clientSession.subscribe(() => {
  const before = signed
  signed = clientSession.current()
  leave.abort()
  leave = new AbortController()
  const hasLeft = before !== undefined && !(signed && isSameUser(before, signed))
  reentry.answer(!hasLeft)
  if (hasLeft) {
    codes.forget()
    queryClient.clear()
  }
  if (!signed) {
    isAccepted = false
    return live.leave()
  }
  // Screens and forms hold local state.
  if (hasLeft) return window.location.reload()
  live.join()
})
if (signed) live.join()
