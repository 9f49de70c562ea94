import { Invalid } from '../../errors.ts'
import type { Change, Facts } from '../../store/facts.ts'
import { lanIp, tinyNets } from '../dhcp/subnet.ts'
import type { Handlers } from '../operation.ts'
import type { dns } from './contract.ts'
import { revised, shown } from './revision.ts'

export function dnsHandlers({ facts, change }: { facts: Facts; change: Change }): Handlers<typeof dns> {
  return {
    getDnsSettings: () => shown(facts.setting('dns')),
    async updateDnsSettings({ body }) {
      await change((draft) => {
        const settings = revised(draft.setting('dns'), body)
        const own = lanIp(tinyNets(draft.setting('subnet')))
        if ([...settings.UpstreamProviders, ...settings.FamilyProviders].some(({ IPAddress }) => IPAddress === own)) {
          throw new Invalid('is the router itself', 'UpstreamIPAddress')
        }
        draft.set('dns', settings)
      })
      return shown(facts.setting('dns'))
    },
  }
}
