import type { Core } from '../../../core.ts'
import { Invalid } from '../../../errors.ts'
import type { explain } from '../../../model/firewall/explain/contract.ts'
import type { Announced } from '../../../model/machine/services/service.ts'
import { servicePortsOf } from '../../../model/machine/services/service.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { addressOf } from './address.ts'
import { explanationOf, explanationOfAll } from './explanation.ts'

interface Deps extends Pick<Core, 'facts' | 'network' | 'memberAt' | 'moment' | 'lookUp'> {
  /** What a device has announced, by its MAC address. */
  readonly announced: (mac: string) => readonly Announced[]
}

export function explainHandlers({
  facts,
  network,
  memberAt,
  announced,
  lookUp,
  moment,
}: Deps): Handlers<typeof explain> {
  return {
    async packet({ query: { from, to, proto, port, service } }) {
      if (service === undefined && proto !== 'icmp' && port === undefined)
        throw new Invalid(phrase('field.missing'), 'port')
      const named = { facts, frame: network().frame, lookUp }
      const source = await addressOf(from, 'from', to, named)
      const destination = await addressOf(to, 'to', from, named)
      const view = { facts, network: network(), memberAt, moment: moment() }
      if (service === undefined) return explanationOf(view, { source, destination, protocol: proto, port })
      const device = facts.devices.by('RecentIP', destination)
      return explanationOfAll(
        view,
        { source, destination },
        servicePortsOf(service, device ? announced(device.MAC) : []),
      )
    },
  }
}
