import type { Events } from '../../events/catalogue.ts'
import type { Finding } from '../../model/dns/blocklists/why.ts'
import type { Found } from '../../model/dns/names/found.ts'
import type { Findings } from '../../model/dns/resolvers/examination.ts'
import type { DnsProvider } from '../../model/dns/resolvers/settings.ts'
import type { PhraseJson } from '../../phrases/phrase.ts'
import type { QueryCounters } from './counters.ts'
import type { ResolverItem } from './item.ts'
import type { Health } from './upstream/provider.ts'

/** An event that a thread publishes through the main thread. */
export type DnsEvent = EventOf<'dns:blockrebind:event' | 'dns:block:event' | 'dns:override:event'>
type EventOf<T extends keyof Events> = { [Topic in T]: { readonly topic: Topic; readonly payload: Events[Topic] } }[T]

/** Start-up data of a worker thread. */
export interface WorkerOptions {
  readonly port: number
  /** Other threads listen on the same address and port. */
  readonly shared: boolean
  /** PEM text of certificate authorities that are trusted in addition to the built-in ones. */
  readonly authorities: readonly string[]
}

/** Main thread to worker. A `number` is repeated in the reply. */
export type ToWorker =
  | ({ readonly kind: 'apply' } & Apply)
  /** Replaces the watched names: the addresses in their responses are admitted by the firewall first. */
  | { readonly kind: 'watch'; readonly names: readonly string[] }
  /** A query of the router's own. */
  | { readonly kind: 'look up'; readonly number: number; readonly name: string }
  /** A test query to an upstream that need not be in the settings. */
  | { readonly kind: 'probe'; readonly number: number; readonly provider: DnsProvider }
  /** Test queries to an upstream that need not be in the settings, with all findings. */
  | { readonly kind: 'examine'; readonly number: number; readonly provider: DnsProvider }
  /** What the rules decide if this address queries a name. An empty address is no client in particular. */
  | { readonly kind: 'explain'; readonly number: number; readonly name: string; readonly ip: string }
  /** The addresses reported under this number are admitted. */
  | { readonly kind: 'admitted'; readonly number: number }
  /** Compiled block lists (see `router/store/blocklists/layout.ts`), in effect immediately. */
  | { readonly kind: 'table'; readonly table: SharedArrayBuffer }
  /** An emptied log buffer, transferred back. */
  | { readonly kind: 'reuse'; readonly buffer: ArrayBuffer }

/** Items that change. Those in `remove` are removed first. */
export interface Apply {
  readonly number: number
  readonly set: readonly ResolverItem[]
  readonly remove: readonly ResolverItem[]
}

/** Worker to main thread. */
export type FromWorker =
  /** The items are in effect for the next query. `notListening`: the reason, if the thread cannot listen. */
  | { readonly kind: 'applied'; readonly number: number; readonly notListening: PhraseJson | undefined }
  | { readonly kind: 'report'; readonly report: Report }
  /** The result of the router's own query; undefined after a timeout. */
  | { readonly kind: 'looked up'; readonly number: number; readonly found: Found | undefined }
  /** Why the upstream had no usable answer; undefined if it had one. */
  | { readonly kind: 'probed'; readonly number: number; readonly failure: PhraseJson | undefined }
  | { readonly kind: 'examined'; readonly number: number; readonly findings: Findings }
  | { readonly kind: 'explained'; readonly number: number; readonly finding: Finding }
  /** A response with addresses of a watched name waits for `admitted`. */
  | { readonly kind: 'found'; readonly number: number; readonly name: string; readonly found: Found }
  /** Lines of the log (see `model/dns/querylog/line.ts`), transferred, and when they were sent by the worker's clock. */
  | { readonly kind: 'log'; readonly lines: Uint8Array<ArrayBuffer>; readonly sentAt: number }
  /** The stack of an exception; the query was answered with SERVFAIL. */
  | { readonly kind: 'fault'; readonly what: string }

/** Sent once a second if something has changed. */
export interface Report {
  readonly counters: QueryCounters
  readonly upstreams: readonly Health[]
  readonly familyUpstreams: readonly Health[]
  readonly events: readonly DnsEvent[]
  /** Why the thread does not listen; undefined while it does. */
  readonly notListening: PhraseJson | undefined
}
