import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { isMac } from '../../../values/mac.ts'
import { AnyMac } from '../../../values/mac-schema.ts'
import { LinkName } from '../../internet/links/linkname.ts'

/** The filter and the limits of a capture; it ends at the first limit that is reached. */
export const CaptureWish = z
  .object({
    Interface: LinkName.optional().meta({ description: 'A link, or `any` for all of them', example: 'eth0' }),
    Device: z
      .string()
      .max(64)
      .optional()
      .meta({
        description:
          'In place of `Interface` and `Host`: a device by MAC address or VPN public key. Its packets are captured on the link that ' +
          'it is connected to',
      }),
    Protocol: z
      .enum(['tcp', 'udp', 'icmp', 'arp'])
      .optional()
      .meta({ description: 'Only packets of this protocol', example: 'udp' }),
    Host: z
      .union([Ipv4Address, AnyMac])
      .optional()
      .meta({ description: 'Sent from or to this IPv4 or MAC address', example: '192.168.2.6' }),
    Port: z
      .int()
      .min(1)
      .max(65_535)
      .optional()
      .meta({ description: 'Sent from or to this TCP or UDP port', example: 53 }),
    Seconds: z
      .int()
      .min(1)
      .max(600)
      .default(10)
      .meta({ description: 'Length of the capture in seconds, at most', example: 5 }),
    Packets: z.int().min(1).max(50_000).default(1000).meta({ description: 'Number of packets, at most' }),
    Bytes: z
      .int()
      .min(1024)
      .max(32 << 20)
      .default(1 << 20)
      .meta({ description: 'Length of the capture file in bytes, at most' }),
  })
  .refine(({ Protocol, Port }) => Port === undefined || Protocol === undefined || ['tcp', 'udp'].includes(Protocol), {
    path: ['Port'],
    message: schemaPhrase('machine.capturePortNeedsProtocol'),
  })
  .refine(({ Interface, Device }) => (Interface === undefined) !== (Device === undefined), {
    path: ['Interface'],
    message: schemaPhrase('machine.captureSubjectMissing'),
  })
  .refine(({ Device, Host }) => Device === undefined || Host === undefined, {
    path: ['Host'],
    message: schemaPhrase('machine.captureDeviceExcludes'),
  })
  .meta({ id: 'CaptureWish' })
export type CaptureWish = z.output<typeof CaptureWish>

/** Connections that are not captured: TCP with one of these addresses and one of these ports. */
export interface ExcludedConnections {
  readonly addresses: readonly string[]
  readonly ports: readonly string[]
}

/** Where tcpdump listens, and what it leaves out. */
export interface CaptureScope {
  readonly link: string
  /** An IPv4 or MAC address; undefined for all packets of the link. */
  readonly host: string | undefined
  readonly except: ExcludedConnections | undefined
}

/** The command line, see tcpdump(8) and pcap-filter(7). All its arguments come from validated fields. */
export const tcpdumpFor = (wish: Pick<CaptureWish, 'Protocol' | 'Port' | 'Packets'>, scope: CaptureScope): string[] => [
  'tcpdump',
  `--interface=${scope.link}`,
  '-n',
  '-U',
  '--immediate-mode',
  `-c${wish.Packets}`,
  '-w-',
  '--',
  ...filterOf(wish, scope),
]

function filterOf(
  { Protocol, Port }: Pick<CaptureWish, 'Protocol' | 'Port'>,
  { host, except }: CaptureScope,
): string[] {
  const parts: string[][] = []
  if (Protocol !== undefined) parts.push([Protocol])
  if (host !== undefined) parts.push(isMac(host) ? ['ether', 'host', host] : ['host', host])
  if (Port !== undefined) parts.push(['port', String(Port)])
  if (except) {
    const hosts = anyOf(except.addresses.map((address) => ['host', address]))
    const ports = anyOf(except.ports.map((port) => ['tcp', 'port', port]))
    parts.push(['not', '(', ...hosts, 'and', ...ports, ')'])
  }
  return parts.flatMap((part, at) => (at > 0 ? ['and', ...part] : part))
}

const anyOf = (parts: readonly string[][]): string[] => [
  '(',
  ...parts.flatMap((part, at) => (at > 0 ? ['or', ...part] : part)),
  ')',
]
