import { Invalid } from '../errors.ts'
import type { PowerAction } from '../machine/machine.ts'
import type { LinkAttributes } from '../machine/routing.ts'
import { tinyNets } from '../model/home/dhcp/subnet.ts'
import { readdress } from '../model/internet/connection/address.ts'
import type { InterfaceConfig } from '../model/internet/links/interface.ts'
import { newRadio, type Radio } from '../model/wifi/radios/radio.ts'
import type { Facts } from '../store/facts.ts'
import type { Subnet } from '../values/subnet.ts'

/** Options of the router at start. */
export interface RouterOptions {
  readonly uplinks: readonly string[]
  /** Of uplinks without DHCP, by the name of the link: an address with prefix length, and the provider's router. */
  readonly staticAddresses?: ReadonlyMap<string, StaticAddress> | undefined
  readonly wired: readonly string[]
  readonly wireless: readonly string[]
  /** Radios that the router drives: access points with hostapd. */
  readonly radios: readonly string[]
  /** The passphrase of the wifi network for the setup, such as one on a label; by default a new one at each start. */
  readonly setupPassphrase?: string | undefined
  /** The data directory. */
  readonly data: string
  /** The address that HTTP and HTTPS listen on; by default all of the machine. */
  readonly host?: string | undefined
  readonly port: number
  /** The port of HTTPS while TLS is on. */
  readonly securePort: number
  /** The UDP port of the VPN server. */
  readonly vpnPort?: number | undefined
  /** A unix socket for callers at the router itself, such as a port forwarder on the same machine. */
  readonly console?: string | undefined
  /** The file of authorized_keys(5) that the app may create. */
  readonly authorizedKeys?: string | undefined
  /** The command line of superd, without its flags. By default the router starts it as its own user. */
  readonly superd?: readonly string[] | undefined
  /** The socket of a container engine of the machine. Without it, superd runs an engine for the router alone. */
  readonly docker?: string | undefined
  readonly webRoot?: string | undefined
  /** The directory of the built documentation. It need not exist yet. */
  readonly siteFolder?: string | undefined
  /** The data file for look-ups of networks and vendors, made by `bin/lookup.js`. */
  readonly lookupFile: string
  /** Number of DNS threads; by default according to the number of processors. */
  readonly dnsThreads?: number | undefined
  /** The module that the DNS threads run. The demonstration home has its own: its queries come from simulated devices. */
  readonly dnsProgram?: string | undefined
  /** All devices and the whole network are simulated. */
  readonly isDemonstration?: boolean | undefined
  /** PEM text of additional certificate authorities for upstream resolvers. */
  readonly authorities: readonly string[]
  readonly version: string
  /** A file that exists while this release is on trial. */
  readonly trialFile?: string | undefined
  /** The folder of the installed release; undefined for a router that was not installed. */
  readonly release?: string | undefined
  /** Restarts the router with the same options. */
  readonly restart: () => void
  /** Reboots or turns off the machine. Undefined where the router shares it with others. */
  readonly turnOff?: ((action: PowerAction) => void) | undefined
  readonly log: (line: string) => void
  /** The systemd unit whose journal contains the log; undefined without a journal. */
  readonly journalUnit?: string | undefined
  /** Length of a minute of the traffic history and of detectors, in milliseconds. Tests shorten it. */
  readonly minuteMs?: number | undefined
}

export type StaticAddress = Readonly<Record<'IP' | 'Router', string>>

/** The directory of backups. */
export const archiveDirectory = ({ data }: Pick<RouterOptions, 'data'>): string => `${data}/backups`

/** The links and radios of the command line. */
export const namedLinks = ({ uplinks, wired, wireless, radios }: RouterOptions): string[] => [
  ...uplinks,
  ...wired,
  ...wireless,
  ...radios,
]

/**
 * Configurations for links of the command line that have no saved configuration. A static address in the network of the home is reported, and
 * not used.
 */
export function unknownLinks(
  facts: Facts,
  options: RouterOptions,
  present: readonly LinkAttributes[],
): InterfaceConfig[] {
  const { uplinks, wired, wireless, staticAddresses, log } = options
  const as = (given: Pick<InterfaceConfig, 'Type' | 'Subtype'>, names: readonly string[]): InterfaceConfig[] =>
    names.filter((Name) => !facts.interfaces.has(Name)).map((Name) => ({ Name, ...given, Enabled: true }))
  const withAddress = (uplink: InterfaceConfig): InterfaceConfig => {
    const address = staticAddresses?.get(uplink.Name)
    if (!address) return uplink
    try {
      return staticUplink(uplink.Name, address, tinyNets(facts.setting('subnet')))
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      log(`--static ${uplink.Name}: ${error.message}; the address is not used`)
      return uplink
    }
  }
  return [
    ...as({ Type: 'Uplink', Subtype: 'ethernet' }, uplinks).map(withAddress),
    ...as({ Type: 'Downlink', Subtype: 'ethernet' }, wired),
    ...as({ Type: 'AP', Subtype: '' }, [...wireless, ...ownRadios(facts, options, present)]),
  ]
}

/** An uplink that does not use DHCP. Throws `Invalid` if it cannot have this address, for example since it is in one of these networks. */
export const staticUplink = (Name: string, address: StaticAddress, nets: readonly Subnet[]): InterfaceConfig =>
  readdress(undefined, { Name, DisableDHCP: true, ...address }, nets)

/** Settings for radios of the command line that have none. */
export const newRadios = (facts: Facts, options: RouterOptions, present: readonly LinkAttributes[]): Radio[] =>
  ownRadios(facts, options, present)
    .filter((name) => !facts.radios.has(name))
    .map((name) => newRadio(name, '', facts.radios.values()))

/** Radios of the command line, except names of radios that have another one now. */
function ownRadios(
  { radios: saved }: Facts,
  { radios }: Pick<RouterOptions, 'radios'>,
  present: readonly LinkAttributes[],
): string[] {
  const others = [...saved.values()].filter(({ Name }) => !radios.includes(Name))
  return radios.filter((name) => {
    const link = present.find((one) => one.name === name)
    // One without a link may be any of those that have another name.
    const isOther = link ? others.some(({ MAC }) => MAC === (link.permanentMac ?? link.mac)) : others.length > 0
    return saved.has(name) || !isOther
  })
}
