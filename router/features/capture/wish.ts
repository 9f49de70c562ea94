import { z } from 'zod'
import { Ip } from '../../values/ip-schema.ts'
import { AnyMac, isMac } from '../../values/mac.ts'
import { LinkName } from '../links/interface.ts'

/** What is to be captured, and when it is enough: whichever limit is met first ends it. */
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
    message: 'goes with the protocols tcp and udp alone',
  })
  .meta({ id: 'CaptureWish' })
export type CaptureWish = z.output<typeof CaptureWish>

/** A call that the answer goes to: on the way it would be captured too, and its capture again. */
export interface OwnCall {
  readonly address: string
  readonly ports: readonly string[]
}

/** The command line that captures it, see tcpdump(8) and pcap-filter(7). Every word of it is a field that was checked. */
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
