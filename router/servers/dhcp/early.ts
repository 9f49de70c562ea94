import type { EthernetFrame, MonotonicClock } from '../../machine/machine.ts'
import { stationLink } from '../../model/internet/links/interface.ts'
import type { Facts } from '../../store/facts.ts'

/** A station's link is reported within this time; a client repeats its message after three seconds. */
const MOST_MS = 2000
const MOST_LINKS = 64

/**
 * Frames from the link of a station before the station is known to be on it: hostapd reports the station, and the kernel the link, in
 * other ways than its first frame arrives. A client would repeat the message after seconds. Kept for two seconds, the last one of
 * each link.
 */
export interface EarlyFrames {
  /** Keeps a frame if it is early; returns whether it is. */
  keep(frame: EthernetFrame): boolean
  /** Removes the frames whose station and link are known by now, and returns them. */
  ready(): EthernetFrame[]
}

export function openEarlyFrames({
  facts,
  clock,
}: {
  readonly facts: Facts
  readonly clock: MonotonicClock
}): EarlyFrames {
  const kept = new Map<string, { readonly frame: EthernetFrame; readonly at: number }>()
  const isKnown = (link: string): boolean => facts.links.has(link) && facts.stations.by('link', link) !== undefined
  return {
    keep(frame) {
      if (isKnown(frame.link) || !stationLink(frame.link)) return false
      kept.delete(frame.link)
      const [oldest] = kept.size >= MOST_LINKS ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
      kept.set(frame.link, { frame, at: clock.monotonic() })
      return true
    },
    ready() {
      const found: EthernetFrame[] = []
      for (const [link, { frame, at }] of kept) {
        const isLate = clock.monotonic() - at > MOST_MS
        if (!isLate && !isKnown(link)) continue
        kept.delete(link)
        if (!isLate) found.push(frame)
      }
      return found
    },
  }
}
