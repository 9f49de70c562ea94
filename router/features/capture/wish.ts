import { z } from 'zod'
import { Ip } from '../../values/ip-schema.ts'
import { AnyMac, isMac } from '../../values/mac.ts'
import { LinkName } from '../links/interface.ts'

/** The filter and the limits of a capture; it ends at the first limit that is reached. */
export const CaptureWish = z
  .object({
    Interface: LinkName.meta({ description: 'A link, or `any` for all of them', example: 'eth0' }),
    Protocol: z
      .enum(['tcp', 'udp', 'icmp', 'arp'])
      .optional()
      .meta({ description: 'Only packets of this protocol', example: 'udp' }),
    Host: z
      .union([Ip, AnyMac])
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
      .max(60)
      .default(10)
      .meta({ description: 'Length of the capture in seconds, at most', example: 5 }),
    Packets: z.int().min(1).max(10_000).default(1000).meta({ description: 'Number of packets, at most' }),
    Bytes: z
      .int()
      .min(1024)
      .max(10 << 20)
      .default(1 << 20)
      .meta({ description: 'Length of the capture file in bytes, at most' }),
  })
  .refine(({ Protocol, Port }) => Port === undefined || Protocol === undefined || ['tcp', 'udp'].includes(Protocol), {
    path: ['Port'],
    message: 'requires the protocol tcp or udp',
  })
  .meta({ id: 'CaptureWish' })
export type CaptureWish = z.output<typeof CaptureWish>

/** The connection that carries the capture, which must not be captured itself. */
export interface OwnCall {
  readonly address: string
  readonly ports: readonly string[]
}

/** The command line, see tcpdump(8) and pcap-filter(7). All its arguments come from validated fields. */
export function tcpdumpFor({ Interface, Packets, ...wish }: CaptureWish, except: OwnCall | undefined): string[] {
  return [
    'tcpdump',
    `--interface=${Interface}`,
    '-n',
    '-U',
    '--immediate-mode',
    `-c${Packets}`,
    '-w-',
    '--',
    ...filterOf(wish, except),
  ]
}

function filterOf({ Protocol, Host, Port }: Partial<CaptureWish>, except: OwnCall | undefined): string[] {
  const parts: string[][] = []
  if (Protocol !== undefined) parts.push([Protocol])
  if (Host !== undefined) parts.push(isMac(Host) ? ['ether', 'host', Host] : ['host', Host])
  if (Port !== undefined) parts.push(['port', String(Port)])
  if (except) {
    const ports = except.ports.flatMap((port, at) => [...(at > 0 ? ['or'] : []), 'tcp', 'port', port])
    parts.push(['not', '(', 'host', except.address, 'and', '(', ...ports, ')', ')'])
  }
  return parts.flatMap((part, at) => (at > 0 ? ['and', ...part] : part))
}
