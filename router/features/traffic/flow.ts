import { z } from 'zod'
import type { Connection, Direction } from '../../wire/conntrack.ts'

/** What went from one address to another, by the link it came in on. */
export const Flow = z
  .object({
    Interface: z.string().meta({ example: 'wlan1.4097' }),
    Src: z.string().meta({ example: '192.168.2.6' }),
    Dst: z.string().meta({ example: '203.0.113.80' }),
    Packets: z.number().int(),
    Bytes: z.number().int(),
  })
  .meta({ id: 'IPTrafficElement' })
export type Flow = z.infer<typeof Flow>

const MOST = 4096

/** Where addresses are. */
export interface Whereabouts {
  /** The link of the device that has the address; undefined for what is no device of ours. */
  deviceLink(ip: string): string | undefined
  /** True for addresses of the home, devices' or the router's. */
  isLocal(ip: string): boolean
  /** The uplink that has the address, or else the first one. */
  uplink(ip: string): string
}

/**
 * Both directions of each connection as flows, put together by link and addresses: the largest 4096. Addresses are those of
 * the two ends, as if nothing had been translated. Connections of the router's own are left out.
 */
export function flowsOf(connections: Iterable<Pick<Connection, 'original' | 'reply'>>, where: Whereabouts): Flow[] {
  const flows = new Map<string, Flow>()
  const add = (Interface: string, Src: string, Dst: string, { packets, bytes }: Direction): void => {
    if (packets === 0) return
    const key = `${Interface} ${Src} ${Dst}`
    const flow = flows.get(key)
    if (!flow) flows.set(key, { Interface, Src, Dst, Packets: packets, Bytes: bytes })
    else flows.set(key, { ...flow, Packets: flow.Packets + packets, Bytes: flow.Bytes + bytes })
  }
  for (const { original, reply } of connections) {
    const [opener, other] = [original.source, reply.source]
    const ends = linksOf(original, reply, where)
    if (!ends) continue
    add(ends.opener, opener, other, original)
    add(ends.other, other, opener, reply)
  }
  return [...flows.values()].sort((a, b) => b.Bytes - a.Bytes).slice(0, MOST)
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
