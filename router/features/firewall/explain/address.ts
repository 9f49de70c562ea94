import type { Frame } from '../../../compiler/network.ts'
import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { isDomain } from '../../../model/firewall/config/configrule.ts'
import { ANYWHERE } from '../../../model/firewall/explain/contract.ts'
import { type Device, identityOf, isIdentity } from '../../../model/home/devices/device.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { type Ip, isIp } from '../../../values/ip.ts'
import { containsIp } from '../../../values/subnet.ts'

interface Deps extends Pick<Core, 'facts' | 'lookUp'> {
  readonly frame: Frame
}

/**
 * The address of an end of a connection. `text` is a device, `router` (at the address that the other end uses),
 * `internet`, a domain or an address. Throws `NotFound` and `Invalid`.
 */
export async function addressOf(text: string, field: 'from' | 'to', other: string, deps: Deps): Promise<Ip> {
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
