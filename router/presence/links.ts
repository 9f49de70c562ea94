import type { LinkState, Machine } from '../machine/machine.ts'
import type { Change, Facts } from '../store/facts.ts'

/**
 * Keep the links in presence as the kernel has them. When one comes, goes, or gets its carrier back, `changed` is called:
 * with a link the kernel forgets what was set on it.
 */
export function watchLinks(
  machine: Pick<Machine, 'watchLinks' | 'readLinks'>,
  facts: Facts,
  change: Change,
  changed: (links: readonly string[]) => void,
): Disposable {
  const look = async (): Promise<void> => {
    const now = new Map((await machine.readLinks()).map((link) => [link.name, link]))
    const different = [...now.values()].filter((link) => !same(link, facts.links.get(link.name)))
    const lost = [...facts.links.keys()].filter((name) => !now.has(name))
    if (different.length === 0 && lost.length === 0) return
    await change((draft) => {
      for (const link of different) draft.links.put(link.name, link)
      for (const name of lost) {
        draft.links.remove(name)
        draft.downLinks.remove(name)
        // A station's link goes with the station.
        const station = facts.stations.by('link', name)
        if (station) draft.stations.remove(station.mac)
        if (station && draft.leases.get(station.mac)?.link === name) draft.leases.remove(station.mac)
      }
    })
    changed([...different.map(({ name }) => name), ...lost])
  }
  let looking: Promise<void> = Promise.resolve()
  return machine.watchLinks(() => {
    looking = looking.then(look, look)
  })
}

const same = (a: LinkState, b: LinkState | undefined): boolean =>
  a.index === b?.index && a.mac === b.mac && a.up === b.up
