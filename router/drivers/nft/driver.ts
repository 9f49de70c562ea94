import { type Ruleset, rulesetOf } from '../../compiler/firewall/ruleset.ts'
import { elementsOf, setsOf } from '../../compiler/firewall/slots.ts'
import type { Admission } from '../../compiler/network.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Driver, Items } from '../driver.ts'
import { declarationText, readTable, type TableListing } from './listing.ts'
import { elementChanges, render } from './render.ts'
import { chainText, elementText, TABLE_NAME, verdictText } from './syntax.ts'

/**
 * The firewall: one table, changed in place. Items are `chain <name>` → its rules, `set <name>` → its declaration, and
 * `element <set> <key>` → its value, or nothing.
 *
 * The kernel does not give rules back as they were written. So after writing chains the driver lists them once, and
 * later listings are held against that: equal, and they are what was written; otherwise somebody else was there.
 */
export function nftDriver(machine: Pick<Machine, 'nft' | 'changeElements' | 'nftList' | 'watchTable'>): Driver {
  const written = new Map<string, { readonly text: string; readonly listed: string }>()

  return {
    name: 'nft',
    admits: true,
    frame(frame) {
      const items = new Map<string, string>()
      const { chains, sets } = rulesetOf(frame)
      for (const [name, declaration] of sets) items.set(`set ${name}`, declarationText(declaration))
      for (const [name, chain] of chains) items.set(`chain ${name}`, chainText(chain))
      return items
    },
    member: ({ admissions }, frame) => elementItems(admissions, rulesetOf(frame).sets),
    slot: (slot) => elementItems(elementsOf(slot), new Map(setsOf(slot.set))),
    async read() {
      return itemsOf(await readTable(machine), written)
    },
    watch: (changed) => machine.watchTable(TABLE_NAME, changed),
    async apply(steps) {
      const elements = elementChanges(steps)
      if (elements) {
        await machine.changeElements(TABLE_NAME, elements)
        return []
      }
      await machine.nft(render(steps))
      const changed = steps.filter(({ key }) => key.startsWith('chain '))
      if (changed.length > 0) {
        const { chains: listed } = await readTable(machine, 'terse')
        for (const { key, value } of changed) {
          const name = key.slice('chain '.length)
          if (value === undefined) written.delete(name)
          else written.set(name, { text: value, listed: listed.get(name) ?? '' })
        }
      }
      return []
    },
  }
}

const elementItems = (elements: readonly Admission[], sets: Ruleset['sets']): Items =>
  new Map(
    elements.map(({ map, key, value }) => {
      const declared = sets.get(map)
      if (!declared) throw new Error(`no set is declared for ${map}`)
      const verdict = declared.verdict ? verdictText(declared.verdict) : ''
      return [`element ${map} ${elementText(key, declared.keys)}`, value?.join(' . ') ?? verdict]
    }),
  )

function itemsOf(
  { chains: listed, sets, elements }: TableListing,
  written: ReadonlyMap<string, { readonly text: string; readonly listed: string }>,
): Items {
  const items = new Map<string, string>()
  for (const [name, rules] of listed) {
    const ours = written.get(name)
    items.set(`chain ${name}`, ours?.listed === rules ? ours.text : `not ours: ${rules}`)
  }
  for (const [name, text] of sets) items.set(`set ${name}`, text)
  for (const [key, value] of elements) items.set(`element ${key}`, value)
  return items
}
