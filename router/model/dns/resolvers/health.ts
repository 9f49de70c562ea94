import { z } from 'zod'
import { type Phrase, type PhraseJson, phrase, phraseFrom, severalOf } from '../../../phrases/phrase.ts'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { spelled } from './endpoint.ts'

/** Measured with the queries of devices; nothing is sent to measure it. 0 before the first answer. */
const milliseconds = z.number().min(0)

const ProviderHealth = z
  .object({
    IPAddress: z.string().meta({ description: 'The IPv4 address of the resolver', example: '9.9.9.9' }),
    TLSHost: z.string().meta({ description: 'Empty when it is asked without TLS', example: 'dns.quad9.net' }),
    Healthy: z.boolean().meta({ description: 'False from three failures in a row until its next answer' }),
    Asked: z
      .int()
      .meta({ description: 'Questions since the settings were changed or the router started', example: 812 }),
    Failed: z.int().meta({ description: 'Of these, the ones without an answer', example: 2 }),
    AverageMs: milliseconds.meta({
      description: 'The average time to an answer, with more weight on the latest ones',
      example: 14.2,
    }),
    MedianMs: milliseconds.meta({ description: 'Half of the last 128 answers took no longer', example: 12.1 }),
    P95Ms: milliseconds.meta({ description: '95 of 100 of the last 128 answers took no longer', example: 38.5 }),
    LastAnswer: z.int().meta({ description: 'Unix seconds of its last answer; 0 for none', example: 1_767_225_600 }),
    LastFailure: z
      .string()
      .meta({ description: 'Why the last one failed; empty if none has', example: 'no answer in time' }),
    Coded: CodedMessage.optional().meta({ description: 'The same as a code with its values; absent if none has' }),
  })
  .meta({ id: 'DNSProviderHealth' })

/** Whether names can be resolved, and how each resolver upstream is doing. */
export const ResolverHealth = z
  .object({
    Healthy: z.boolean().meta({
      description:
        'The router answers questions, and of the upstream and the family resolvers at least one each is healthy',
    }),
    Reason: z.string().meta({ description: 'Why it is not healthy; empty while it is', example: '' }),
    Coded: CodedMessage.optional().meta({ description: 'The same as a code with its values; absent while it is' }),
    Upstreams: z.array(ProviderHealth).meta({ description: 'For all other clients' }),
    FamilyUpstreams: z.array(ProviderHealth).meta({ description: 'For clients with the policy dns:family' }),
  })
  .meta({ id: 'DNSHealth' })
export type ResolverHealth = z.infer<typeof ResolverHealth>

/** How one resolver upstream has been doing. */
interface Provider {
  readonly IPAddress: string
  readonly TLSHost: string
  readonly healthy: boolean
  readonly asked: number
  readonly failed: number
  readonly averageMs: number
  readonly medianMs: number
  readonly p95Ms: number
  readonly lastAnswer: number
  readonly lastFailure: PhraseJson | undefined
}

/** What the resolver reports. `notListening`: the reason, if it does not listen. */
export interface Reported {
  readonly notListening: PhraseJson | undefined
  readonly upstreams: readonly Provider[]
  readonly familyUpstreams: readonly Provider[]
}

export function healthOf({ notListening, upstreams, familyUpstreams }: Reported): ResolverHealth {
  const reason =
    notListening === undefined ? (silence(upstreams) ?? silence(familyUpstreams)) : phraseFrom(notListening)
  return {
    Healthy: reason === undefined,
    Reason: String(reason ?? ''),
    ...(reason && { Coded: reason.toJSON() }),
    Upstreams: upstreams.map(shown),
    FamilyUpstreams: familyUpstreams.map(shown),
  }
}

/** Why none of them answers; undefined when one does, or there is none. */
const silence = (providers: readonly Provider[]): Phrase | undefined =>
  providers.length === 0 || providers.some(({ healthy }) => healthy)
    ? undefined
    : severalOf(
        providers.map(({ IPAddress, TLSHost, lastFailure }) =>
          phrase('machine.about', spelled({ IPAddress, TLSHost }), lastFailure ? phraseFrom(lastFailure) : ''),
        ),
      )

const shown = (one: Provider) => ({
  ...{ IPAddress: one.IPAddress, TLSHost: one.TLSHost, Healthy: one.healthy, Asked: one.asked, Failed: one.failed },
  ...{ AverageMs: one.averageMs, MedianMs: one.medianMs, P95Ms: one.p95Ms, LastAnswer: one.lastAnswer },
  LastFailure: one.lastFailure ? String(phraseFrom(one.lastFailure)) : '',
  ...(one.lastFailure && { Coded: one.lastFailure }),
})
