import { Invalid } from '../../../errors.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import type { Ip } from '../../../values/ip.ts'
import { formatSubnet, overlap, parseSubnet, type Subnet } from '../../../values/subnet.ts'
import { isHost, parseHost } from '../links/address.ts'
import { type InterfaceConfig, uplinkLink, withoutEmpty } from '../links/interface.ts'
import { isLinkName } from '../links/linkname.ts'
import type { UplinkAddress } from './contract.ts'

/**
 * An uplink with another way to its address. Throws `Invalid`: a link of the household does not become an uplink this
 * way, and the provider's network must not be one of the home's.
 */
export function readdress(
  before: InterfaceConfig | undefined,
  { Name, Enabled, DisableDHCP, IP, Router, VLAN }: UplinkAddress,
  nets: readonly Subnet[],
): InterfaceConfig {
  if (before?.Type === 'AP' || before?.Type === 'Downlink')
    throw new Invalid(phrase('internet.linkOfHome', Name), 'Name')
  if (VLAN && before?.Subtype === 'wifi') throw new Invalid(phrase('internet.wifiUplinkNoVlan'), 'VLAN')
  if (before?.Subtype === 'ppp' && DisableDHCP)
    throw new Invalid(phrase('internet.addressFromPppoe', Name), 'DisableDHCP')
  if (before?.Subtype === 'ppp' && VLAN) throw new Invalid(phrase('internet.setWithPpp'), 'VLAN')
  const link = uplinkLink({ Name, VLAN: VLAN ?? '' })
  if (!isLinkName(link)) throw new Invalid(phrase('internet.linkNameTooLong', link), 'VLAN')
  const kept = { Subtype: 'ethernet' as const, Enabled: true, ...before }
  if (before?.Subtype === 'pppup') kept.Subtype = 'ethernet'
  const address = DisableDHCP
    ? fixed(IP?.trim() ?? '', Router?.trim() ?? '', nets)
    : { IP: undefined, Router: undefined }
  return withoutEmpty({
    ...kept,
    Name,
    Type: 'Uplink',
    Enabled: Enabled ?? kept.Enabled,
    DisableDHCP: DisableDHCP ?? false,
    ...address,
    VLAN: VLAN ?? '',
  })
}

function fixed(address: string, router: string, nets: readonly Subnet[]): { IP: string; Router: Ip } {
  const host = parseHost(address)
  if (!host) throw new Invalid(phrase('internet.uplinkHostPrefix'), 'IP')
  // A single address has no network that the provider's router could be in.
  const reachable = host.net.prefix === 32 ? parseHost(`${router}/32`) !== undefined : isHost(host.net, router)
  if (!reachable || router === host.ip)
    throw new Invalid(
      host.net.prefix === 32
        ? phrase('internet.otherHostAddress')
        : phrase('internet.otherHostInNetwork', formatSubnet(host.net)),
      'Router',
    )
  const conflict = conflictOf(address, nets)
  if (conflict) throw new Invalid(conflict, 'IP')
  const hidden = conflictOf(`${router}/32`, nets)
  if (hidden) throw new Invalid(hidden, 'Router')
  return { IP: address, Router: router }
}

/** What a provider leases: an address with prefix length, and its router. */
interface Leased {
  readonly address: string
  readonly router: Ip
}

/** A network that is not behind the provider's router, but behind another of its machines, or on the line itself. */
export interface ProviderRoute {
  readonly net: Subnet
  readonly via: Ip | undefined
}

/** The same for what a provider has leased: its router and its other networks are not those of the home either. */
export function leaseConflictOf({ address, router }: Leased, nets: readonly Subnet[]): Phrase | undefined {
  return conflictOf(address, nets) ?? conflictOf(`${router}/32`, nets)
}

/**
 * Why an uplink cannot have this address (with prefix length): its network must not be one of the home's. Undefined when
 * it can.
 */
function conflictOf(address: string, nets: readonly Subnet[]): Phrase | undefined {
  const net = parseSubnet(address)
  const home = net && nets.find((other) => overlap(other, net))
  return home && phrase('internet.addressInHome', formatSubnet(home))
}
