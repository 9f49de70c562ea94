import type { Core } from '../../../core.ts'
import type { Entry } from '../../../store/table.ts'
import { openDomainAddresses, type WatchNames } from '../../dns/names/domains.ts'

const LONGEST_S = 600

interface Deps extends Pick<Core, 'facts' | 'change' | 'clock'> {
  readonly watch: WatchNames
}

export interface ExitDomains extends Disposable {
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
}

/** Keeps `exitAddresses` up to date: the addresses that names in domains of exits resolve to. */
export function openExitDomains({ facts, change, clock, watch }: Deps): ExitDomains {
  const addresses = openDomainAddresses({
    ...{ clock, watch, longestS: LONGEST_S },
    owners: () =>
      new Map(
        [...facts.exits.values()].flatMap(({ Name, Traffic, Domains }) =>
          Traffic === 'listed' && Domains.length > 0 ? [[Name, Domains]] : [],
        ),
      ),
    async store(all) {
      const differs = [...all].filter(([name, ips]) => (facts.exitAddresses.get(name)?.ips ?? []).join() !== ips.join())
      const gone = [...facts.exitAddresses.keys()].filter((name) => !all.has(name))
      if (differs.length + gone.length === 0) return
      await change((draft) => {
        for (const [exit, ips] of differs) draft.exitAddresses.put(exit, { exit, ips })
        for (const name of gone) draft.exitAddresses.remove(name)
      })
    },
  })
  return {
    learn(entries) {
      if (entries.some(({ table }) => table === 'exits')) addresses.refresh()
    },
    [Symbol.dispose]: () => addresses[Symbol.dispose](),
  }
}
