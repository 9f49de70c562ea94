import { Invalid } from '../../errors.ts'
import type { Change, Facts } from '../../store/facts.ts'
import { lanIp, tinyNets } from '../dhcp/subnet.ts'
import type { Handlers } from '../operation.ts'
import type { dns } from './contract.ts'
import { healthOf, type Reported } from './health.ts'
import { type GivenSettings, revisedDns, shownSettings } from './revision.ts'
import { type DnsProvider, type DnsSettings, sameProvider } from './settings.ts'
import { checkAnswers, type Probe } from './trial.ts'

interface Deps {
  readonly facts: Facts
  readonly change: Change
  readonly resolver: { probe: Probe; stats(): Reported }
}

export function dnsHandlers({ facts, change, resolver }: Deps): Handlers<typeof dns> {
  const { probe } = resolver
  const checked = (of: Pick<Facts, 'setting'>, body: GivenSettings): DnsSettings => {
    const settings = revisedDns(of.setting('dns'), body)
    const own = lanIp(tinyNets(of.setting('subnet')))
    if ([...settings.UpstreamProviders, ...settings.FamilyProviders].some(({ IPAddress }) => IPAddress === own)) {
      throw new Invalid('is the router itself', 'UpstreamIPAddress')
    }
    return settings
  }
  return {
    getDnsSettings: () => shownSettings(facts.setting('dns')),
    getDnsHealth: () => healthOf(resolver.stats()),
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

/** Those that the settings did not have. */
const added = (stored: readonly DnsProvider[], wanted: readonly DnsProvider[], field: string) =>
  wanted.filter((one) => !stored.some((other) => sameProvider(one, other))).map((provider) => ({ provider, field }))
