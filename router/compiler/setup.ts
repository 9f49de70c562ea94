import { routerSide } from '../model/home/dhcp/subnet.ts'
import { isSetupLink, SETUP_SSID } from '../model/home/setup/network.ts'
import type { InterfaceConfig } from '../model/internet/links/interface.ts'
import type { Facts } from '../store/facts.ts'
import { numberToIp } from '../values/ip.ts'
import { containsIp, overlap, parseSubnet, type Subnet } from '../values/subnet.ts'
import type { Frame, Member } from './network.ts'

/** The networks that clients of the setup network get addresses from: the first one that is not used otherwise. */
const POOLS = ['192.168.222.0/24', '172.31.222.0/24', '10.222.222.0/24'].flatMap((text) => parseSubnet(text) ?? [])

/**
 * The wifi network for the setup, on the first radio, until shortly after the setup. `links` are the enabled ones, in order;
 * `taken` are the networks of the home and of the uplinks.
 */
export function compileSetup(
  links: readonly InterfaceConfig[],
  taken: readonly Subnet[],
  facts: Pick<Facts, 'radios' | 'setupNetworks'>,
): Frame['setup'] {
  const passphrase = facts.setupNetworks.get(SETUP_SSID)?.passphrase
  if (passphrase === undefined) return undefined
  const radio = links.find(({ Name, Type }) => Type === 'AP' && facts.radios.has(Name))
  // It is in the place of the guest network, which an owner may add as soon as the router is set up.
  if (!radio || facts.radios.get(radio.Name)?.Guest) return undefined
  const net = POOLS.find((pool) => !taken.some((other) => overlap(pool, other)))
  return net && { radio: radio.Name, net, passphrase }
}

/** The router's own address in the setup network. */
const setupIp = ({ net }: NonNullable<Frame['setup']>): string => numberToIp(net.base + 1)

/**
 * What a client of the setup network has, in place of anything that a device with its MAC address has: an address, the setup
 * page and one name. Undefined for other clients.
 */
export function compileSetupClient(
  mac: string,
  { stations, setupLeases }: Pick<Facts, 'stations' | 'setupLeases'>,
  frame: Frame,
): Pick<Member, 'place' | 'admissions' | 'dnsClient' | 'names'> | undefined {
  const station = stations.get(mac)
  if (!station || !frame.setup || !isSetupLink(station.link, frame)) return undefined
  const { link } = station
  const dhcp = { map: 'dhcp_access', key: [link, mac] }
  const lease = setupLeases.get(mac)
  if (lease?.link !== link || !containsIp(frame.setup.net, lease.ip))
    return { place: undefined, admissions: [dhcp], dnsClient: undefined, names: [] }
  const { ip } = lease
  return {
    place: { mac, ip, routerIp: routerSide(ip), link },
    admissions: [dhcp, { map: 'ethernet_filter', key: [ip, link, mac] }],
    dnsClient: { ip, mac, family: false, quarantine: false, tags: [], setupHost: setupIp(frame.setup) },
    names: [],
  }
}
