import type { Core } from '../../../core.ts'
import { Invalid, Locked } from '../../../errors.ts'
import type { dns } from '../../../model/dns/resolvers/contract.ts'
import type { Findings } from '../../../model/dns/resolvers/examination.ts'
import { healthOf, type Reported } from '../../../model/dns/resolvers/health.ts'
import { PRESETS } from '../../../model/dns/resolvers/presets.ts'
import { checkProvider, type GivenSettings, revisedDns, shownSettings } from '../../../model/dns/resolvers/revision.ts'
import { type DnsProvider, type DnsSettings, sameProvider } from '../../../model/dns/resolvers/settings.ts'
import { lanIp, tinyNets } from '../../../model/home/dhcp/subnet.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Ip } from '../../../values/ip.ts'
import { checkAnswers, type Probe } from './trial.ts'

interface Deps extends Pick<Core, 'facts' | 'change'> {
  readonly resolver: { probe: Probe; examine(provider: DnsProvider): Promise<Findings>; stats(): Reported }
}

export function dnsHandlers({ facts, change, resolver }: Deps): Handlers<typeof dns> {
  const { probe } = resolver
  let isTesting = false
  const own = (of: Pick<Facts, 'setting'>): string => lanIp(tinyNets(of.setting('subnet')))
  const checked = (of: Pick<Facts, 'setting'>, body: GivenSettings): DnsSettings => {
    const settings = revisedDns(of.setting('dns'), body)
    if ([...settings.UpstreamProviders, ...settings.FamilyProviders].some(({ IPAddress }) => IPAddress === own(of))) {
      throw new Invalid(phrase('dns.resolverIsRouter'), 'UpstreamIPAddress')
    }
    return settings
  }
  return {
    getDnsSettings: () => shownSettings(facts.setting('dns')),
    getDnsHealth: () => healthOf(resolver.stats()),
    getDnsPresets: () => [...PRESETS],
    async testDnsProviders({ body: { Providers } }) {
      for (const [index, provider] of Providers.entries()) {
        const field = (name: string): string => `Providers[${index}].${name}`
        checkProvider(provider, field)
        if (provider.IPAddress === own(facts) || isOfThisHost(provider.IPAddress))
          throw new Invalid(phrase('dns.resolverIsRouter'), field('IPAddress'))
      }
      if (isTesting) throw new Locked(phrase('dns.resolverTestRunning'), 5)
      isTesting = true
      try {
        return await Promise.all(Providers.map(async (one) => ({ ...one, ...(await resolver.examine(one)) })))
      } finally {
        isTesting = false
      }
    },
    async updateDnsSettings({ query: { test }, body }) {
      const stored = facts.setting('dns')
      const settings = checked(facts, body)
      if (test !== 'false') {
        await checkAnswers({ facts, probe }, [
          ...added(stored.UpstreamProviders, settings.UpstreamProviders, 'UpstreamIPAddress'),
          ...added(stored.FamilyProviders, settings.FamilyProviders, 'UpstreamFamilyIPAddress'),
        ])
      }
      await change((draft) => draft.set('dns', checked(draft, body)))
      return shownSettings(facts.setting('dns'))
    },
  }
}

/** Loopback and link-local addresses (RFC 6890), which no other DNS server has. */
const isOfThisHost = (ip: Ip): boolean => ip.startsWith('127.') || ip.startsWith('169.254.')

/** Those that the settings did not have. */
const added = (stored: readonly DnsProvider[], wanted: readonly DnsProvider[], field: string) =>
  wanted.filter((one) => !stored.some((other) => sameProvider(one, other))).map((provider) => ({ provider, field }))
