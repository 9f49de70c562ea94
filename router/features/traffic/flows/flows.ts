import { inTurns } from '../../../machine/turns.ts'
import {
  beginOf,
  directionsOf,
  type Flow,
  type FlowDirection,
  PART_MS,
  REMEMBERED_SECONDS,
  type Whereabouts,
} from '../../../model/traffic/flows/flow.ts'
import type { Connection } from '../../../wire/conntrack.ts'
import type { Owners } from './owners.ts'

const MOST_FLOWS = 4096
/** So many are added or listed in a turn of the event loop, which takes about a millisecond. */
const FLOWS_AT_ONCE = 250
/** Maximum number of connections in a sample: what is kept of each would be more memory than the router has to spare. */
const MOST_CONNECTIONS = 16_384

/** Called with bytes that were sent from one owner to another since the last look. */
export type OnBytes = (source: number, destination: number, bytes: number) => void

type Tracked = Pick<Connection, 'original' | 'reply' | 'entry'>
type Counts = Pick<FlowDirection, 'packets' | 'bytes'>

/** What was seen in one part of the period. */
interface Part {
  readonly number: number
  packets: number
  bytes: number
}

/** All traffic one way between two owners (`Owners`): it stays with a device when that gets another address. */
interface Total {
  readonly Interface: string
  readonly source: number
  readonly destination: number
  /** The oldest first. */
  readonly parts: Part[]
  /** When a packet was last seen, in milliseconds since 1970. */
  movedAt: number
}

/**
 * Flows between addresses, combined from samples of the kernel's connections. What a connection sends between
 * the last look and its end is missed. What is older than the period is forgotten (`beginOf`), and of too many flows those
 * that have been idle longest.
 */
export class Flows {
  readonly #owners: Pick<Owners, 'numberOf' | 'addressOf'>
  readonly #totals = new Map<string, Total>()
  /** The counters of each connection at the last reading, of both directions, by the kernel's name for it. */
  #last: Map<string, readonly Counts[]> | undefined
  /** Whether the last reading had all connections, so that those it did not have are new. */
  #isWhole = true
  readonly #onBytes: OnBytes

  constructor(owners: Pick<Owners, 'numberOf' | 'addressOf'>, onBytes: OnBytes = () => {}) {
    this.#owners = owners
    this.#onBytes = onBytes
  }

  /** Rejects with the errors of `connections`, and counts nothing then. */
  async look(connections: AsyncIterable<readonly Tracked[]>, where: Whereabouts, now: number): Promise<void> {
    const looked = new Map<string, readonly FlowDirection[]>()
    let seen = 0
    for await (const part of connections) {
      for (const connection of part) {
        const ways = directionsOf(connection, where)
        const name = Buffer.from(connection.entry).toString('latin1')
        if (ways.length > 0 && !looked.has(name)) looked.set(name, ways)
      }
      seen += part.length
      if (seen >= MOST_CONNECTIONS) break
    }
    const last = new Map<string, readonly Counts[]>()
    await inTurns(looked, FLOWS_AT_ONCE, ([name, ways]) => {
      const had = this.#last?.get(name)
      // A connection that the last look may have left out has sent an unknown part of its bytes since then.
      if (had || this.#isWhole) for (const [index, way] of ways.entries()) this.#add(way, had?.[index], now)
      last.set(
        name,
        ways.map(({ packets, bytes }) => ({ packets, bytes })),
      )
    })
    this.#last = last
    this.#isWhole = seen < MOST_CONNECTIONS
    this.#forget(now)
  }

  #add(
    { Interface, Src, Dst, packets, bytes }: FlowDirection,
    had: Counts = { packets: 0, bytes: 0 },
    now: number,
  ): void {
    if (packets === had.packets) return
    const [source, destination] = [this.#owners.numberOf(Src), this.#owners.numberOf(Dst)]
    // What connections sent before the first look may have been counted by an earlier run of the router.
    if (this.#last) this.#onBytes(source, destination, bytes - had.bytes)
    const key = `${Interface} ${source} ${destination}`
    const total = this.#totals.get(key) ?? { Interface, source, destination, parts: [], movedAt: now }
    const part = partAt(total.parts, now)
    part.packets += packets - had.packets
    part.bytes += bytes - had.bytes
    total.movedAt = now
    // Put last, so that those idle longest are first.
    this.#totals.delete(key)
    this.#totals.set(key, total)
  }

  #forget(now: number): void {
    for (const [key, { movedAt }] of this.#totals) {
      if (this.#totals.size <= MOST_FLOWS && movedAt >= beginOf(now)) return
      this.#totals.delete(key)
    }
  }

  /**
   * The flows of the period at the present addresses of the devices, the largest first. `nameOf` returns the name by which a
   * device looked up an address.
   */
  async list(now: number, nameOf: (device: string, address: string) => string): Promise<Flow[]> {
    const since = beginOf(now) / PART_MS
    const flows: Flow[] = []
    // A copy, since other calls can change the order between turns.
    await inTurns([...this.#totals.values()], FLOWS_AT_ONCE, (total) => {
      const { Interface, source, destination, parts, movedAt } = total
      const [Src, Dst] = [this.#owners.addressOf(source), this.#owners.addressOf(destination)]
      const Packets = sum(parts, since, 'packets')
      // A deleted device has no address once another device uses its last one.
      if (Src === undefined || Dst === undefined || Packets === 0) return
      flows.push({
        Interface,
        Src,
        SrcDomain: nameOf(Dst, Src),
        Dst,
        DstDomain: nameOf(Src, Dst),
        Packets,
        Bytes: sum(parts, since, 'bytes'),
        Timeout: REMEMBERED_SECONDS,
        Expires: Math.max(0, REMEMBERED_SECONDS - Math.floor((now - movedAt) / 1000)),
      })
    })
    return flows.sort((a, b) => b.Bytes - a.Bytes)
  }
}

/** The part that this moment belongs to. Parts that are too old go. */
function partAt(parts: Part[], now: number): Part {
  const number = Math.floor(now / PART_MS)
  const last = parts.at(-1)
  if (last?.number === number) return last
  const part = { number, packets: 0, bytes: 0 }
  parts.push(part)
  while (parts[0]!.number < beginOf(now) / PART_MS) parts.shift()
  return part
}

const sum = (parts: readonly Part[], since: number, of: 'packets' | 'bytes'): number =>
  parts.reduce((total, part) => total + (part.number >= since ? part[of] : 0), 0)
