import type { Connection } from '../../wire/conntrack.ts'
import { type Flow, REMEMBERED_SECONDS, type Way, type Whereabouts, waysOf } from './flow.ts'

const MOST_FLOWS = 4096
/** More connections than these are not looked at: what is kept of each would be more than the router has to spare. */
const MOST_CONNECTIONS = 16_384

type Tracked = Pick<Connection, 'original' | 'reply' | 'entry'>
type Counts = Pick<Way, 'packets' | 'bytes'>

/** All that went one way between the same two. */
interface Total {
  readonly way: Pick<Way, 'Interface' | 'Src' | 'Dst'>
  packets: number
  bytes: number
  /** When a packet was last seen, in milliseconds since 1970. */
  movedAt: number
}

/**
 * Who talks to whom, put together from one look at the kernel's connections after another. What a connection sends between
 * the last look and its end is missed. A flow is remembered for an hour after its last packet, and of too many the
 * longest silent ones are forgotten first.
 */
export class Flows {
  readonly #totals = new Map<string, Total>()
  /** What each connection had come to at the last look, there and back, by the kernel's name for it. */
  #last = new Map<string, readonly Counts[]>()

  look(connections: Iterable<Tracked>, where: Whereabouts, now: number): void {
    const before = this.#last
    this.#last = new Map()
    for (const connection of connections) {
      if (this.#last.size >= MOST_CONNECTIONS) break
      const ways = waysOf(connection, where)
      if (ways.length === 0) continue
      const name = Buffer.from(connection.entry).toString('latin1')
      const had = before.get(name)
      for (const [index, way] of ways.entries()) this.#add(way, had?.[index], now)
      this.#last.set(
        name,
        ways.map(({ packets, bytes }) => ({ packets, bytes })),
      )
    }
    this.#forget(now)
  }

  #add({ Interface, Src, Dst, packets, bytes }: Way, had: Counts = { packets: 0, bytes: 0 }, now: number): void {
    if (packets === had.packets) return
    const key = `${Interface} ${Src} ${Dst}`
    const total = this.#totals.get(key) ?? { way: { Interface, Src, Dst }, packets: 0, bytes: 0, movedAt: now }
    total.packets += packets - had.packets
    total.bytes += bytes - had.bytes
    total.movedAt = now
    // Put last, so that the longest silent ones stand first.
    this.#totals.delete(key)
    this.#totals.set(key, total)
  }

  #forget(now: number): void {
    for (const [key, { movedAt }] of this.#totals) {
      if (this.#totals.size <= MOST_FLOWS && now - movedAt < REMEMBERED_SECONDS * 1000) return
      this.#totals.delete(key)
    }
  }

  /** The largest first. */
  list(now: number): Flow[] {
    return [...this.#totals.values()]
      .sort((a, b) => b.bytes - a.bytes)
      .map(({ way: { Interface, Src, Dst }, packets, bytes, movedAt }) => ({
        Interface,
        Src,
        SrcDomain: '',
        Dst,
        DstDomain: '',
        Packets: packets,
        Bytes: bytes,
        Timeout: REMEMBERED_SECONDS,
        Expires: Math.max(0, REMEMBERED_SECONDS - Math.floor((now - movedAt) / 1000)),
      }))
  }
}
