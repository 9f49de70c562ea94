import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { IP_SOURCE, type Ip, isIp } from '../../../values/ip.ts'
import { containsIp, parseSubnet } from '../../../values/subnet.ts'
import { padded } from '../../../values/text.ts'
import { Labels } from '../../home/groups/group.ts'
import { PORT_SOURCE, type PortRange } from '../config/port.ts'

/** A socket of the kernel's joins 20 groups (`net.ipv4.igmp_max_memberships`), and mDNS's is joined for our own name. */
export const MOST_MULTICAST_GROUPS = 16
const GROUPS = parseSubnet('224.0.0.0/4')!

/** A multicast group, and a UDP port of it. */
export interface GroupPort {
  readonly group: Ip
  readonly port: number
}

/** `224.0.0.251:5353`; undefined when it is no group of IPv4 (RFC 5771) with a port. */
export function parseGroupPort(text: string): GroupPort | undefined {
  const [, group = '', digits = ''] = /^([\d.]+):([1-9]\d{0,4})$/.exec(text) ?? []
  const port = Number(digits)
  return isIp(group) && containsIp(GROUPS, group) && port <= 65535 ? { group, port } : undefined
}

const tags = Labels.nullish().transform((labels) => labels ?? [])

export const MulticastEndpoint = z
  .string()
  .regex(padded(`(?=2(2[4-9]|3\\d)\\.)${IP_SOURCE}:${PORT_SOURCE}`), schemaPhrase('firewall.multicastGroupPort'))
  .trim()
  .meta({ description: 'An IPv4 multicast group and a UDP port', example: '224.0.0.251:5353' })

/** A group and port whose datagrams are passed on. */
export const MulticastAddress = z
  .object({
    Address: MulticastEndpoint,
    Disabled: z
      .boolean()
      .nullish()
      .transform((disabled) => disabled ?? false)
      .meta({ description: 'The group is not relayed' }),
    Tags: tags.meta({
      description:
        'Passed on only from a device with one of these tags, to devices that share it; empty for all that may connect to each other',
      example: ['cast'],
    }),
    Description: z
      .string()
      .max(256)
      .trim()
      .nullish()
      .transform((words) => words ?? '')
      .meta({ description: 'A note for people', example: 'mDNS' }),
  })
  .meta({ id: 'MulticastAddress' })
export type MulticastAddress = z.output<typeof MulticastAddress>

/** How household devices that are alone in their networks find each other all the same. */
export const MulticastSettings = z
  .object({
    Disabled: z.boolean().meta({ description: 'Nothing is passed on' }),
    Addresses: z.array(MulticastAddress).meta({ description: 'The groups and ports that are relayed' }),
    DisableMDNSAdvertise: z.boolean().meta({
      description: 'The router does not answer to its name on an uplink. At home it always does',
    }),
    MDNSName: z.string().meta({
      description: 'The name under .local that leads to the router; empty for spr',
      example: 'spr',
    }),
  })
  .meta({ id: 'MulticastSettings' })
export type MulticastSettings = z.output<typeof MulticastSettings>

export const MDNS: GroupPort = { group: '224.0.0.251', port: 5353 }

/** What most devices announce themselves with: mDNS (RFC 6762), and SSDP of UPnP. */
const DEFAULTS: readonly MulticastAddress[] = [
  { Address: '224.0.0.251:5353', Disabled: false, Tags: [], Description: 'mDNS' },
  { Address: '239.255.255.250:1900', Disabled: false, Tags: [], Description: 'SSDP' },
]

export const defaultMulticast = (): MulticastSettings => ({
  Disabled: false,
  Addresses: [...DEFAULTS],
  DisableMDNSAdvertise: true,
  MDNSName: '',
})

/** The settings after the first setup: the groups that most devices need, and no announcement to an uplink. */
export const afterSetup = (settings: MulticastSettings): MulticastSettings => ({
  ...settings,
  Addresses: [
    ...settings.Addresses,
    ...DEFAULTS.filter(({ Address }) => !settings.Addresses.some((one) => one.Address === Address)),
  ],
  DisableMDNSAdvertise: true,
})

/** The router's full name, in lower case. */
export const routerMulticastName = ({ MDNSName }: MulticastSettings): string => `${hostOf(MDNSName) || 'spr'}.local`

const hostOf = (name: string): string => name.toLowerCase().replace(/\.local\.?$/, '')

/** The router's name as clients write it: one label of a host name, or that below `.local`; empty for the usual name. */
export const OwnName = z
  .string()
  .regex(
    padded('([0-9A-Za-z]([0-9A-Za-z\\-]{0,61}[0-9A-Za-z])?)?(\\.[Ll][Oo][Cc][Aa][Ll]\\.?)?'),
    schemaPhrase('firewall.mdnsName'),
  )
  .trim()

/** The same address more than once: what any of them lets through is let through. */
export function merged(addresses: readonly MulticastAddress[]): MulticastAddress[] {
  const byAddress = new Map<string, MulticastAddress>()
  for (const address of addresses) {
    const other = byAddress.get(address.Address)
    byAddress.set(address.Address, other ? union(other, address) : address)
  }
  return [...byAddress.values()]
}

function union(a: MulticastAddress, b: MulticastAddress): MulticastAddress {
  const Description = a.Description || b.Description
  if (a.Disabled !== b.Disabled) return { ...(a.Disabled ? b : a), Description }
  const open = a.Tags.length === 0 || b.Tags.length === 0
  return { ...a, Tags: open ? [] : [...new Set([...a.Tags, ...b.Tags])], Description }
}

/**
 * UDP ports at which the router receives unicast answers to questions that it has forwarded. The firewall drops their packets, which
 * the relay receives before it. Above the ports that Linux assigns to programs (`net.ipv4.ip_local_port_range`).
 */
export const ANSWER_PORTS: PortRange = { first: 61_000, last: 62_023 }
