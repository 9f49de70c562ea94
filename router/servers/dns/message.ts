import type { Events } from '../../events/catalogue.ts'
import type { Counters } from './counters.ts'
import type { Health } from './upstream/provider.ts'

/** Something that goes out as an event. */
export interface Happening {
  readonly topic: 'dns:blockrebind:event'
  readonly payload: Events['dns:blockrebind:event']
}

/** What the worker is started with. */
export interface WorkerOptions {
  readonly port: number
  /** PEM text of certificate authorities that are trusted besides the built-in ones. */
  readonly authorities: readonly string[]
}

/** Main side to worker: items put or taken away. */
export interface Apply {
  readonly number: number
  readonly set: readonly (readonly [key: string, value: string])[]
  readonly remove: readonly string[]
}

/** Worker to main side. */
export type FromWorker =
  /** The items of that number hold: the next question is answered by them. `deaf`: why nothing is heard, if so. */
  | { readonly kind: 'applied'; readonly number: number; readonly deaf: string | undefined }
  | { readonly kind: 'report'; readonly report: Report }
  /** A mistake of ours, with its stack, that cost one question its answer. */
  | { readonly kind: 'fault'; readonly what: string }

/** Now and then, when something has changed. */
export interface Report {
  readonly counters: Counters
  readonly upstreams: readonly Health[]
  readonly familyUpstreams: readonly Health[]
  readonly happenings: readonly Happening[]
  /** Why nothing is heard on port 53; undefined while it is. */
  readonly deaf: string | undefined
}
