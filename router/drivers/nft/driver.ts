import { rulesetOf } from '../../compiler/firewall/ruleset.ts'
import { elementsOf, setsOf } from '../../compiler/firewall/slots.ts'
import type { Machine } from '../../machine/machine.ts'
import { type Driver, itemOf } from '../driver.ts'
import { byKey, type ChainItem, chainItem, elementItem, foreignChain, type NftItem, setItem } from './item.ts'
import { readTable } from './listing.ts'
import { elementChanges, render } from './render.ts'
import { TABLE_NAME } from './syntax.ts'

/**
 * The firewall: one table, changed in place, chain by chain and element by element.
 *
 * The kernel does not give rules back as they were written. So after writing chains the driver lists them once, and
 * compares later listings with that: equal, and they are what was written; otherwise another program changed them.
 */
export function nftDriver(
  machine: Pick<Machine, 'nft' | 'changeElements' | 'nftList' | 'watchTable'>,
): Driver<NftItem> {
  const written = new Map<string, { readonly chain: ChainItem; readonly listed: string }>()
  const chainOf = (name: string, listed: string): ChainItem => {
    const ours = written.get(name)
    return ours?.listed === listed ? ours.chain : foreignChain(name, listed)
  }

  return {
    name: 'nft',
    admits: true,
    frame(frame) {
      const { chains, sets } = rulesetOf(frame)
      return byKey([...[...sets].map(([name, set]) => setItem(name, set)), ...[...chains.values()].map(chainItem)])
    },
    member({ admissions }, frame) {
      const { sets } = rulesetOf(frame)
      return byKey(admissions.map((admission) => elementItem(admission, sets.get(admission.map))))
    },
    slot(slot) {
      const sets = new Map(setsOf(slot.set))
      return byKey(elementsOf(slot).map((element) => elementItem(element, sets.get(element.map))))
    },
    async read() {
      const { chains, sets, elements } = await readTable(machine)
      return byKey([...[...chains].map(([name, listed]) => chainOf(name, listed)), ...sets, ...elements])
    },
    watch: (changed) => machine.watchTable(TABLE_NAME, changed),
    async apply(steps) {
      const elements = elementChanges(steps)
      if (elements) {
        await machine.changeElements(TABLE_NAME, elements)
        return []
      }
      await machine.nft(render(steps))
      const chains = steps.flatMap((step) => {
        const { kind, name } = itemOf(step) as ChainItem
        return kind === 'chain' ? [{ name, value: step.value as ChainItem | undefined }] : []
      })
      if (chains.length > 0) {
        const { chains: listed } = await readTable(machine, 'terse')
        for (const { name, value } of chains)
          if (value) written.set(name, { chain: value, listed: listed.get(name) ?? '' })
          else written.delete(name)
      }
      return []
    },
  }
}
