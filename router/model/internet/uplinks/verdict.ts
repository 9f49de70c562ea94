import type { FaultCode } from './fault.ts'

/** The reply of one target, as the settings have it, over an uplink: `ms` is the time it took; undefined without a reply. */
export interface ProbeReply {
  readonly target: string
  readonly ms: number | undefined
}

/** One round of echo requests over an uplink. One is sent to the provider's router only if no other target replies. */
export interface Round {
  readonly answers: readonly ProbeReply[]
  readonly gateway?: ProbeReply
}

/** What speaks against an uplink; `undefined` when nothing does. */
export type Complaint = FaultCode | undefined

/**
 * Judges an uplink by a round. A missing answer counts only for targets that have ever answered, over any uplink: some
 * resolvers answer no ping, and neither do the routers of some providers.
 */
export function uplinkComplaintOf({ answers, gateway }: Round, everReplied: ReadonlySet<string>): Complaint {
  if (answers.some(({ ms }) => ms !== undefined)) return undefined
  const gatewayAnswers = gateway?.ms !== undefined
  if (answers.some(({ target }) => everReplied.has(target))) return gatewayAnswers ? 'beyond_provider' : 'no_reply'
  return gatewayAnswers || !gateway || !everReplied.has(gateway.target) ? undefined : 'provider_silent'
}

/** Whether an uplink leads anywhere: unknown until the first round is through; then held until rounds in a row say other. */
export interface UplinkVerdict {
  readonly up: boolean | undefined
  /** How many rounds in a row have spoken against `up`. */
  readonly contrary: number
}

export const UNKNOWN: UplinkVerdict = { up: undefined, contrary: 0 }

export interface Thresholds {
  readonly FailThreshold: number
  readonly RecoverThreshold: number
}

/** The verdict after one more round. */
export function judge({ up, contrary }: UplinkVerdict, isGood: boolean, thresholds: Thresholds): UplinkVerdict {
  if (isGood === up || (isGood && up === undefined)) return { up: isGood, contrary: 0 }
  const against = contrary + 1
  const enough = isGood ? thresholds.RecoverThreshold : thresholds.FailThreshold
  return against < enough ? { up, contrary: against } : { up: isGood, contrary: 0 }
}
