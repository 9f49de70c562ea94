import { inTurns } from '../../../machine/turns.ts'
import { type Counts, growth, isNothing, minus, NOTHING, sumOfCounts } from '../../../model/traffic/flows/change.ts'
import { COUNTERS, type CounterName } from '../../../model/traffic/flows/counters.ts'
import type { Ip } from '../../../values/ip.ts'
import { isAddress, type Owners, offsetOf } from './owners.ts'

/** So many are added in a turn of the event loop, which takes about a millisecond. */
const COUNTERS_AT_ONCE = 500

/** The last known values of the kernel's counters of an address, and the owner of their bytes. */
interface Counted {
  readonly owner: number
  readonly counts: Counts
}

/**
 * The bytes of each owner (`owners.ts`). The kernel counts by address, and from 0 after a device got another one: here the
 * growth of each address's counters is added to the total of the device that had the address.
 */
export interface OwnerTotals {
  /** Begins a reading of all counters: the last values of counters that end from here on are not overwritten by it. */
  begin(): void
  /** Adds what was read since `begin`, by address. Addresses that are missing have no counters any more. */
  add(read: ReadonlyMap<Ip, Counts>): Promise<void>
  /** Counters of this address that were never read belong to `owner`, who had it until now. */
  leave(ip: Ip, owner: number): void
  /** Adds the last value of a counter that the kernel has deleted. */
  end(name: CounterName, ip: Ip, bytes: number): void
  /** A copy of the totals, by owner. */
  totals(): Map<number, Counts>
  /**
   * What the history records: the totals, and by `offsetOf` the difference between a total and the kernel's counters, which
   * changes only when these start again. Without devices that were deleted and addresses that are not counted any more.
   */
  rows(): Map<number, Counts>
}

/** Continues from rows that the history has. */
export function openOwnerTotals(
  owners: Pick<Owners, 'numberOf' | 'addressOf' | 'countedAt' | 'isDevice'>,
  rows: ReadonlyMap<number, Counts>,
): OwnerTotals {
  const totals = new Map<number, Counts>()
  const counters = new Map<Ip, Counted>()
  /** The counters that ended since `begin`: what was read of them may be older, or of a new counter. */
  let ended = new Map<Ip, Set<number>>()

  for (const [owner, total] of rows) {
    const ip = owners.countedAt(owner)
    if (ip === undefined) continue
    totals.set(owner, total)
    // Of two devices that had an address, the present one.
    if (counters.has(ip) && owners.addressOf(owner) !== ip) continue
    counters.set(ip, { owner, counts: minus(total, rows.get(offsetOf(owner)) ?? NOTHING) })
  }

  const update = (ip: Ip, owner: number, counts: Counts): void => {
    const grown = growth(counters.get(ip)?.counts ?? NOTHING, counts)
    totals.set(owner, sumOfCounts(totals.get(owner) ?? NOTHING, grown))
    counters.set(ip, { owner, counts })
  }
  /** While a device changes its address, counters of the old one may still exist. */
  const ownerOf = (ip: Ip): number => {
    const had = counters.get(ip)?.owner
    const has = owners.numberOf(ip)
    return had !== undefined && isAddress(has) ? had : has
  }

  return {
    begin() {
      ended = new Map()
    },
    async add(read) {
      await inTurns(read, COUNTERS_AT_ONCE, ([ip, counts]) => {
        const over = ended.get(ip)
        const had = counters.get(ip)?.counts ?? NOTHING
        update(ip, ownerOf(ip), over ? replaced(counts, (value, at) => (over.has(at) ? had[at]! : value)) : counts)
      })
      for (const ip of counters.keys()) if (!read.has(ip)) counters.delete(ip)
    },
    leave(ip, owner) {
      if (!counters.has(ip)) counters.set(ip, { owner, counts: NOTHING })
    },
    end(name, ip, bytes) {
      const at = COUNTERS.indexOf(name)
      const had = counters.get(ip)
      ended.set(ip, (ended.get(ip) ?? new Set()).add(at))
      if (!had) return
      const withLast = (last: number): Counts => replaced(had.counts, (value, i) => (i === at ? last : value))
      update(ip, had.owner, withLast(bytes))
      counters.set(ip, { owner: had.owner, counts: withLast(0) })
    },
    totals: () => new Map(totals),
    rows() {
      const kept = new Map<number, Counts>()
      for (const [owner, total] of totals) {
        const ip = owners.countedAt(owner)
        const counted = ip === undefined ? undefined : counters.get(ip)
        const isCounted = counted?.owner === owner
        if (!isCounted && !owners.isDevice(owner)) {
          totals.delete(owner)
          continue
        }
        kept.set(owner, total)
        const offset = isCounted ? minus(total, counted.counts) : total
        if (!isNothing(offset)) kept.set(offsetOf(owner), offset)
      }
      return kept
    },
  }
}

const replaced = ([a, b, c, d]: Counts, by: (value: number, at: number) => number): Counts => [
  by(a, 0),
  by(b, 1),
  by(c, 2),
  by(d, 3),
]
