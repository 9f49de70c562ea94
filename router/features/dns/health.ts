import { z } from 'zod'
import { spelled } from './endpoint.ts'

const ProviderHealth = z
  .object({
    IPAddress: z.string().meta({ description: 'The IPv4 address of the resolver', example: '9.9.9.9' }),
    TLSHost: z.string().meta({ description: 'Empty when it is asked without TLS', example: 'dns.quad9.net' }),
    Healthy: z.boolean().meta({ description: 'False from three failures in a row until its next answer' }),
    Asked: z
      .int()
      .meta({ description: 'Questions since the settings were changed or the router started', example: 812 }),
    Failed: z.int().meta({ description: 'Of these, the ones without an answer', example: 2 }),
    LastFailure: z
      .string()
      .meta({ description: 'Why the last one failed; empty if none has', example: 'no answer in time' }),
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
  readonly lastFailure: string
}

/** What the resolver reports. `notListening`: the reason, if it does not listen. */
export interface Reported {
  readonly notListening: string | undefined
  readonly upstreams: readonly Provider[]
  readonly familyUpstreams: readonly Provider[]
}

export function healthOf({ notListening, upstreams, familyUpstreams }: Reported): ResolverHealth {
  const reason = notListening ?? silence(upstreams) ?? silence(familyUpstreams) ?? ''
  return {
    Healthy: reason === '',
    Reason: reason,
    Upstreams: upstreams.map(shown),
    FamilyUpstreams: familyUpstreams.map(shown),
  }
}

/** Why none of them answers; undefined when one does, or there is none. */
const silence = (providers: readonly Provider[]): string | undefined =>
  providers.length === 0 || providers.some(({ healthy }) => healthy)
    ? undefined
    : providers
        .map(({ IPAddress, TLSHost, lastFailure }) => `${spelled({ IPAddress, TLSHost })}: ${lastFailure}`)
        .join('; ')

const shown = ({ IPAddress, TLSHost, healthy, asked, failed, lastFailure }: Provider) => ({
  IPAddress,
  TLSHost,
  Healthy: healthy,
  Asked: asked,
  Failed: failed,
  LastFailure: lastFailure,
})
