import type { Frame } from '../../../compiler/network.ts'
import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { isDomain } from '../../../model/firewall/config/configrule.ts'
import { ANYWHERE, type explain } from '../../../model/firewall/explain/contract.ts'
import { type Device, identityOf, isIdentity } from '../../../model/home/devices/device.ts'
import { type Announced, servicePortsOf } from '../../../model/machine/services/service.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { type Ip, isIp } from '../../../values/ip.ts'
import { containsIp } from '../../../values/subnet.ts'
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

interface AddressDeps extends Pick<Core, 'facts' | 'lookUp'> {
  readonly frame: Frame
}

/**
 * The address of an end of a connection. `text` is a device, `router` (at the address that the other end uses),
 * `internet`, a domain or an address. Throws `NotFound` and `Invalid`.
 */
async function addressOf(text: string, field: 'from' | 'to', other: string, deps: AddressDeps): Promise<Ip> {
  if (isIp(text)) return text
  if (text === 'internet') return ANYWHERE
  if (text === 'router') return routerTowards(other, deps.frame)
  const device = deviceCalled(text, deps.facts)
  if (device && !device.RecentIP) throw new Invalid(phrase('firewall.deviceWithoutAddress'), field)
  if (device) return device.RecentIP
  const [found] = isDomain(text) ? ((await deps.lookUp(text))?.ips ?? []) : []
  if (found) return found
  throw new NotFound(phrase('firewall.placeUnknown', field, JSON.stringify(text)))
}

function deviceCalled(text: string, { devices }: Facts): Device | undefined {
  const identity = identityOf(text)
  if (isIdentity(identity)) return devices.get(identity)
  const name = text.toLowerCase()
  return [...devices.values()].find((device) => device.Name.toLowerCase() === name)
}

/** Who is outside meets the router at an uplink's address; the household at the LAN IP. */
function routerTowards(other: string, { nets, uplinks, lanIp }: Frame): Ip {
  const isOutside = other === 'internet' || (isIp(other) && !nets.some((net) => containsIp(net, other)))
  const uplink = isOutside ? uplinks.find(({ address }) => address)?.address?.split('/')[0] : undefined
  return uplink ?? lanIp
}
