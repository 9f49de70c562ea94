import type { Events } from '../../events/catalogue.ts'
import type { DnsProvider } from '../../features/dns/settings.ts'
import type { Finding } from '../../features/dnsblock/why.ts'
import type { Found } from '../../features/names/following.ts'
import type { Counters } from './counters.ts'
import type { Health } from './upstream/provider.ts'

/** Something that goes out as an event. */
export type Happening = Happened<'dns:blockrebind:event' | 'dns:block:event' | 'dns:override:event'>
type Happened<T extends keyof Events> = { [Topic in T]: { readonly topic: Topic; readonly payload: Events[Topic] } }[T]

/** What the worker is started with. */
export interface WorkerOptions {
  readonly port: number
  /** Other threads listen in the same place. */
  readonly shared: boolean
  /** PEM text of certificate authorities that are trusted besides the built-in ones. */
  readonly authorities: readonly string[]
}

/** Main side to worker. */
export type ToWorker =
  | ({ readonly kind: 'apply' } & Apply)
  /** Names whose addresses devices may be let through to: from now on these and no others. */
  | { readonly kind: 'follow'; readonly names: readonly string[] }
  /** A question of the router's own. */
  | { readonly kind: 'look up'; readonly number: number; readonly name: string }
  /** Put one question to a provider that the settings may not name. */
  | { readonly kind: 'probe'; readonly number: number; readonly provider: DnsProvider }
  /** What would become of a name that is asked from this address; empty for nobody in particular. */
  | { readonly kind: 'explain'; readonly number: number; readonly name: string; readonly ip: string }
  /** The addresses reported under this number are permitted now. */
  | { readonly kind: 'admitted'; readonly number: number }
  /** Compiled block lists (see `router/filter/layout.ts`), in force at once. */
  | { readonly kind: 'table'; readonly table: SharedArrayBuffer }
  /** Room for lines of the log that has been emptied. It is handed over, not copied. */
  | { readonly kind: 'reuse'; readonly room: ArrayBuffer }

/** Items put or taken away. */
export interface Apply {
  readonly number: number
  readonly set: readonly (readonly [key: string, value: string])[]
  readonly remove: readonly string[]
}

/** Worker to main side. */
export type FromWorker =
  /** The items of that number hold: the next question is answered by them. `deaf`: why it is not listening, if so. */
  | { readonly kind: 'applied'; readonly number: number; readonly deaf: string | undefined }
  | { readonly kind: 'report'; readonly report: Report }
  /** The answer to a question of the router's own; undefined when there was none in time. */
  | { readonly kind: 'looked up'; readonly number: number; readonly found: Found | undefined }
  /** Why the provider had no usable answer; undefined when it had one. */
  | { readonly kind: 'probed'; readonly number: number; readonly failure: string | undefined }
  | { readonly kind: 'explained'; readonly number: number; readonly finding: Finding }
  /** A response with addresses of a followed name is about to be sent. It waits for `admitted`. */
  | { readonly kind: 'found'; readonly number: number; readonly name: string; readonly found: Found }
  /** Lines of the log (see `features/dnslog/line.ts`), and when they left by the worker's clock. Handed over, not copied. */
  | { readonly kind: 'log'; readonly lines: Uint8Array<ArrayBuffer>; readonly sentAt: number }
  /** A mistake of ours, with its stack, that cost one question its answer. */
  | { readonly kind: 'fault'; readonly what: string }

/** Now and then, when something has changed. */
export interface Report {
  readonly counters: Counters
  readonly upstreams: readonly Health[]
  readonly familyUpstreams: readonly Health[]
  readonly happenings: readonly Happening[]
  /** Why it is not listening on port 53; undefined while it is. */
  readonly deaf: string | undefined
}
