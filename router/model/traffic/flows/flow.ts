import { z } from 'zod'
import type { Connection, Direction } from '../../../wire/conntrack.ts'

/** How long a flow is remembered after its last packet was seen. */
export const REMEMBERED_SECONDS = 3600
/** What went through is added up in parts of the hour that are this long. */
export const PART_MS = 300_000
const PARTS = (REMEMBERED_SECONDS * 1000) / PART_MS

/** The start of the period that flows cover: the last hour in whole parts, including the current one. In milliseconds since 1970. */
export const beginOf = (now: number): number => (Math.floor(now / PART_MS) - PARTS + 1) * PART_MS

const Domain = z.string().meta({
  description: 'By which name the other end asked for it; empty when it did not ask within the last hours',
  example: 'www.example.org',
})

/** What went from one address to another, by the link it came in on. */
export const Flow = z
  .object({
    Interface: z.string().meta({ description: 'The link on which the packets arrived', example: 'wlan1.4097' }),
    Src: z.string().meta({ description: 'The source address', example: '192.168.2.6' }),
    SrcDomain: Domain,
    Dst: z.string().meta({ description: 'The destination address', example: '203.0.113.80' }),
    DstDomain: Domain,
    Packets: z.number().int().meta({ description: 'Number of packets' }),
    Bytes: z.number().int().meta({ description: 'Number of bytes' }),
    Timeout: z.number().int().meta({ description: 'Seconds for which an idle flow is listed', example: 3600 }),
    Expires: z.number().int().meta({ description: 'Seconds of that which are left', example: 3541 }),
  })
  .meta({ id: 'IPTrafficElement' })
export type Flow = z.infer<typeof Flow>

/** Where addresses are. */
export interface Whereabouts {
  /** The link of the device that has the address; undefined for what is no device of ours. */
  deviceLink(ip: string): string | undefined
  /** True for addresses of the home, devices' or the router's. */
  isLocal(ip: string): boolean
  /** The uplink that has the address, or else the first one. */
  uplink(ip: string): string
}

/** One direction of a connection. */
export interface FlowDirection {
  readonly Interface: string
  readonly Src: string
  readonly Dst: string
  readonly packets: number
  readonly bytes: number
}

/**
 * Both directions of a connection, from the one end to the other as if nothing had been translated. None for one of the
 * router's own.
 */
export function directionsOf(
  { original, reply }: Pick<Connection, 'original' | 'reply'>,
  where: Whereabouts,
): FlowDirection[] {
  const ends = linksOf(original, reply, where)
  if (!ends) return []
  const [opener, other] = [original.source, reply.source]
  const there = { Interface: ends.opener, Src: opener, Dst: other, packets: original.packets, bytes: original.bytes }
  const back = { Interface: ends.other, Src: other, Dst: opener, packets: reply.packets, bytes: reply.bytes }
  return [there, back]
}

/** The link that each end sends on; undefined when neither is a device, or one is the router. */
function linksOf(
  original: Direction,
  reply: Direction,
  { deviceLink, isLocal, uplink }: Whereabouts,
): { opener: string; other: string } | undefined {
  const opener = deviceLink(original.source)
  const other = deviceLink(reply.source)
  if (opener === undefined && other === undefined) return undefined
  if (opener === undefined && isLocal(original.source)) return undefined
  if (other === undefined && isLocal(reply.source)) return undefined
  // Outwards, replies come to the uplink's own address; inwards, that is where the opener called.
  return { opener: opener ?? uplink(original.destination), other: other ?? uplink(reply.destination) }
}
