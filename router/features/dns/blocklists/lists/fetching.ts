import { phraseOf } from '../../../../errors.ts'
import type { Phrase } from '../../../../phrases/phrase.ts'
import type { ListRefusal } from './document.ts'
import { type DownloadDeps, type FetchedList, fetchList } from './download.ts'
import type { KeptLists } from './kept.ts'

const MOST_FETCHING = 2
/** After a failure it is tried again soon, and then less and less often. */
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = 3_600_000

/** The pause after the n-th failure in a row. */
const pauseAfter = (failures: number): number => Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)

/** The state of fetching a list. */
export interface ListFetchState {
  readonly isFetching: boolean
  /** Bytes of it that are here, while it is fetched. */
  readonly received: number
  /** Why it failed last; undefined when it did not. */
  readonly error: Phrase | undefined
  /** It failed because the document differs too much, and the owner may accept it. */
  readonly isAcceptable: boolean
}
type Tried = { -readonly [K in keyof ListFetchState]: ListFetchState[K] } & {
  failures: number
  /** How often its stored text could not be read, in a row. A disk that damages every file must not lead to a download in a loop. */
  losses: number
  /** On the monotonic clock, in milliseconds. */
  lostAt: number
  /** Not before that, after a failure. */
  retryAt: number
  /** Fetch it regardless of its age. */
  isAsked: boolean
  /** Accept a document that differs too much, once. */
  isAccepted: boolean
}

export interface Fetching extends Disposable {
  /** Fetch what is due, and wake again when something else is. */
  look(): void
  /** Fetch this one however old it is. */
  ask(uri: string): void
  /** As `ask`, and accept a document that was refused because it differs too much. */
  accept(uri: string): void
  /** The text of this list could not be read and is no longer kept: fetch it again, after a pause if that has just happened before. */
  lost(uri: string): void
  /** The list is there no more. */
  forget(uri: string): void
  attempts(uri: string): ListFetchState
  /** Time of day, ms; infinite for a list that is off. */
  dueAt(list: FetchedList): number
}

interface Deps extends DownloadDeps {
  /** The lists by URI, enabled or not. */
  readonly lists: () => { has(uri: string): boolean; values(): Iterable<FetchedList> }
  /** Interval of fetching a list again. */
  readonly refreshSeconds: () => number
  /** The noun for a list in messages. */
  readonly noun: string
  readonly kept: KeptLists
  /** A list began to be fetched, or ended. */
  readonly changed: (uri: string) => void
  readonly onFailure: (what: string, error: unknown) => void
}

/** Fetches lists that are new, outdated or requested, a few at a time. */
export function openFetching(deps: Deps): Fetching {
  const { machine, lists, refreshSeconds, noun, kept, changed, onFailure } = deps
  const { clock } = machine
  const tried = new Map<string, Tried>()
  let timer: Disposable | undefined
  let isClosed = false

  const triedAt = (uri: string): Tried => {
    const known = tried.get(uri)
    if (known) return known
    const none = {
      ...{ isFetching: false, received: 0, error: undefined, failures: 0, retryAt: 0 },
      ...{ losses: 0, lostAt: Number.NEGATIVE_INFINITY },
      ...{ isAsked: false, isAccepted: false, isAcceptable: false },
    }
    tried.set(uri, none)
    return none
  }

  const dueAt = ({ URI, Enabled }: FetchedList): number => {
    if (!Enabled) return Number.POSITIVE_INFINITY
    const { failures, losses, retryAt, isAsked } = triedAt(URI)
    if (isAsked) return 0
    const fetchedAt = kept.get(URI)?.fetchedAt
    // A clock that was wrong once is no reason never to fetch it again.
    const isOld = fetchedAt === undefined || fetchedAt > clock.now()
    const next = isOld ? 0 : fetchedAt + refreshSeconds() * 1000
    return failures > 0 || losses > 1 ? Math.max(next, clock.now() + retryAt - clock.monotonic()) : next
  }

  const look = (): void => {
    timer?.[Symbol.dispose]()
    timer = undefined
    if (isClosed) return
    let free = MOST_FETCHING
    for (const { isFetching } of tried.values()) if (isFetching) free--
    let next = Number.POSITIVE_INFINITY
    for (const list of lists().values()) {
      if (triedAt(list.URI).isFetching) continue
      const at = dueAt(list)
      if (at > clock.now()) next = Math.min(next, at)
      else if (free-- > 0) void fetch(list).then(look)
    }
    if (next < Number.POSITIVE_INFINITY) timer = clock.after(next - clock.now(), look)
  }

  const fetch = async (list: FetchedList): Promise<void> => {
    const { URI } = list
    const mine = triedAt(URI)
    const accepts = mine.isAccepted
    Object.assign(mine, { isFetching: true, received: 0, isAsked: false, isAccepted: false })
    changed(URI)
    try {
      const onBytes = (bytes: number): void => {
        mine.received += bytes
      }
      const got = await fetchList(deps, list, { kept: kept.get(URI), accepts, onBytes })
      if ('isAcceptable' in got) failed(mine, URI, got)
      else {
        // The list may have been deleted in the meantime.
        if (!isClosed && lists().has(URI)) kept.put(got)
        Object.assign(mine, { failures: 0, error: undefined, isAcceptable: false })
      }
    } catch (error) {
      failed(mine, URI, { reason: phraseOf(error), isAcceptable: false })
    }
    mine.isFetching = false
    if (!lists().has(URI)) tried.delete(URI)
    changed(URI)
  }
  const failed = (mine: Tried, uri: string, { reason, isAcceptable }: ListRefusal): void => {
    // The same failure in a row is reported once.
    if (String(reason) !== String(mine.error) && !isClosed)
      onFailure(`the ${noun} ${uri} could not be fetched`, new Error(String(reason)))
    mine.error = reason
    mine.isAcceptable = isAcceptable
    mine.retryAt = clock.monotonic() + pauseAfter(++mine.failures)
  }

  return {
    look,
    ask(uri) {
      triedAt(uri).isAsked = true
    },
    accept(uri) {
      Object.assign(triedAt(uri), { isAsked: true, isAccepted: true })
    },
    lost(uri) {
      const mine = triedAt(uri)
      const now = clock.monotonic()
      mine.losses = now - mine.lostAt > 2 * LONGEST_RETRY_MS ? 1 : mine.losses + 1
      mine.lostAt = now
      if (mine.losses > 1) mine.retryAt = now + pauseAfter(mine.losses - 1)
      look()
    },
    forget(uri) {
      if (!tried.get(uri)?.isFetching) tried.delete(uri)
    },
    attempts: triedAt,
    dueAt,
    [Symbol.dispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
    },
  }
}
