import { Invalid } from '../../../errors.ts'
import type { DnsProvider } from '../../../model/dns/resolvers/settings.ts'
import { type PhraseJson, phrase, phraseFrom } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Ip } from '../../../values/ip.ts'

/** Why a provider has no usable answer to a test question; undefined when it has one. */
export type Probe = (provider: DnsProvider) => Promise<PhraseJson | undefined>

export interface Trial {
  readonly facts: Facts
  readonly probe: Probe
}

/** As `checkAnswers`, for one resolver without TLS. `field` names it. */
export const checkPlainAnswer = (trial: Trial, IPAddress: Ip, field?: string): Promise<void> =>
  checkAnswers(trial, [{ provider: { IPAddress, TLSHost: '', DisableTls: true }, field }])

/**
 * Puts a test question to each of these, all at the same time. Throws `Invalid` for the first that has no usable answer
 * within 4 seconds. Before the router is set up there may be no uplink yet, and nothing is tested.
 */
export async function checkAnswers(
  { facts, probe }: Trial,
  providers: readonly { readonly provider: DnsProvider; readonly field: string | undefined }[],
): Promise<void> {
  if (!facts.setting('setup').done) return
  const failures = await Promise.all(providers.map(({ provider }) => probe(provider)))
  for (const [index, failure] of failures.entries())
    if (failure) throw new Invalid(phrase('dns.resolverNotAnswering', phraseFrom(failure)), providers[index]?.field)
}
