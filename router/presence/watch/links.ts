import type { Machine } from '../../machine/machine.ts'
import type { LinkAttributes } from '../../machine/routing.ts'
import type { Change, Facts } from '../../store/facts.ts'
import type { Link } from '../tables.ts'
import { followRadios } from './radios.ts'

/** Time until the links are read again after a failure. */
const RETRY_MS = 1000

interface Deps {
  readonly machine: Pick<Machine, 'clock' | 'watchLinks' | 'readLinks'>
  readonly facts: Facts
  readonly change: Change
  /** Called with the names of links that were added or removed, or whose carrier, hardware address or MTU changed. */
  readonly changed: (links: readonly string[]) => void
  readonly onFailure: (what: string, error: unknown) => void
}

/** Copies the kernel's links to presence after each change. A failure is reported, and the links are read again. */
export function watchLinkPresence({ machine, facts, change, changed, onFailure }: Deps): Disposable {
  const update = async (): Promise<void> => {
    // A station that joins after the links were read is on a new link, also if that has the name of one that was missing.
    const seated = new Set(facts.stations.values())
    const now = new Map((await machine.readLinks()).map((link) => [link.name, link]))
    const different = [...now.values()].filter((link) => !same(link, facts.links.get(link.name)))
    const lost = [...facts.links.keys()].filter((name) => !now.has(name))
    if (different.length === 0 && lost.length === 0) return
    await change((draft) => {
      for (const link of different) draft.links.put(link.name, link)
      for (const name of lost) {
        draft.links.remove(name)
        // The link of a PPP session is missing because the session was ended.
        if (facts.interfaces.get(name)?.Subtype !== 'ppp') draft.downLinks.remove(name)
        // hostapd removes a station's link when the station leaves.
        const station = facts.stations.by('link', name)
        if (!station || !seated.has(station)) continue
        draft.stations.remove(station.mac)
        if (draft.leases.get(station.mac)?.link === name) draft.leases.remove(station.mac)
      }
      // The links of stations come and go.
      if (![...different.map(({ name }) => name), ...lost].every((name) => name.includes('.'))) followRadios(draft)
    })
    changed([...different.map(({ name }) => name), ...lost])
  }
  let closed = false
  let retry: Disposable | undefined
  let updating: Promise<void> = Promise.resolve()
  const updateNext = (): void => {
    if (closed) return
    updating = updating.then(update).catch((error) => {
      onFailure('a change of links could not be taken over', error)
      retry?.[Symbol.dispose]()
      if (!closed) retry = machine.clock.after(RETRY_MS, updateNext)
    })
  }
  const watching = machine.watchLinks(updateNext)
  return {
    [Symbol.dispose]() {
      closed = true
      retry?.[Symbol.dispose]()
      watching[Symbol.dispose]()
    },
  }
}

const same = (a: LinkAttributes, b: Link | undefined): boolean =>
  a.index === b?.index && a.mac === b.mac && a.up === b.up && a.mtu === b.mtu
