import type { KernelLink } from '../../../../router/model/machine/diagnostics/kernel-link.ts'
import { overlap, parseSubnet } from '../../../../router/values/subnet.ts'
import { byName } from '../../../parts/lists/natural.ts'

/** Something a cable can be plugged into. `address` is `203.0.113.7/24`, or empty. */
export interface UplinkPort {
  readonly name: string
  readonly connected: boolean
  readonly address: string
}

/** Made by software for software (also by us), or a radio, which no cable can be plugged into. */
const NO_SOCKET = /^(wl|spr|docker|veth|br-|wg|dummy|tun|tap)/

/** The links that may lead to the provider: those with an address or a cable first. */
export const uplinkPorts = (links: readonly KernelLink[]): UplinkPort[] =>
  links
    .filter((link) => link.link_type === 'ether' && !NO_SOCKET.test(link.ifname))
    .map((link) => {
      const inet = link.addr_info.find(({ family }) => family === 'inet')
      return {
        name: link.ifname,
        connected: link.flags.includes('LOWER_UP'),
        address: inet?.local ? `${inet.local}/${inet.prefixlen}` : '',
      }
    })
    .sort((a, b) => weight(b) - weight(a) || byName(a.name, b.name))

const weight = (port: UplinkPort): number => (port.address ? 2 : 0) + (port.connected ? 1 : 0)

/** Where the router serves the home already: every device there has a network of four addresses. */
export const servesHome = ({ address }: UplinkPort): boolean => address.endsWith('/30')

/** The port that must be it: the only one with an address that does not serve the home. */
export function likelyUplink(ports: readonly UplinkPort[]): UplinkPort | undefined {
  const [first, second] = ports.filter((port) => port.address !== '' && !servesHome(port))
  return second ? undefined : first
}

/** What a new router begins with. */
export const USUAL_NET = '192.168.2.0/24'

/** The usual one, or the next one that the provider does not use already. */
export function proposeNet(uplink: UplinkPort | undefined): string {
  for (let third = 2; third < 256; third++) {
    const net = `192.168.${third}.0/24`
    if (!collides(net, uplink)) return net
  }
  return '10.44.0.0/16'
}

/** True when the uplink's own network lies in the same range. */
export function collides(net: string, uplink: UplinkPort | undefined): boolean {
  const wanted = parseSubnet(net)
  const used = uplink && parseSubnet(uplink.address)
  return wanted !== undefined && used !== undefined && overlap(wanted, used)
}

/** True for a network the router will cut into device networks: IPv4, 8 to 24 bits. */
export function isHomeNet(text: string): boolean {
  const subnet = parseSubnet(text)
  return subnet !== undefined && subnet.prefix >= 8 && subnet.prefix <= 24
}
