import type { Admission, Frame } from '../../compiler/network.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Driver, Items } from '../driver.ts'
import { describe, keyText, readTable, type TableListing } from './listing.ts'
import type { Chain } from './match.ts'
import { elementChanges, render } from './render.ts'
import { elementsOf } from './rules.ts'
import { chains, TABLE_NAME } from './ruleset.ts'
import { type Declaration, declarations } from './sets.ts'

/**
 * The firewall: one table, changed in place. Items are `chain <name>` → its rules, `set <name>` → its declaration, and
 * `element <set> <key>` → its value, or nothing.
 *
 * The kernel does not give rules back as they were written. So after writing chains the driver lists them once, and
 * later listings are held against that: equal, and they are what was written; otherwise somebody else was there.
 */
export function nftDriver(machine: Pick<Machine, 'nft' | 'changeElements' | 'nftList' | 'watchTable'>): Driver {
  const written = new Map<string, { readonly text: string; readonly listed: string }>()
  // A frame is asked for each of its members: what it declares is worked out once.
  const declared = new WeakMap<Frame, ReadonlyMap<string, Declaration>>()
  const setsOf = (frame: Frame): ReadonlyMap<string, Declaration> => {
    const known = declared.get(frame) ?? declarations(frame)
    declared.set(frame, known)
    return known
  }

  return {
    name: 'nft',
    admits: true,
    frame(frame) {
      const items = new Map<string, string>()
      for (const [name, declaration] of setsOf(frame)) items.set(`set ${name}`, describe(declaration))
      for (const chain of chains(frame)) items.set(`chain ${chain.name}`, chainText(chain))
      return items
    },
    member: ({ admissions }, frame) => new Map(admissions.map((admission) => element(admission, setsOf(frame)))),
    slot: elementsOf,
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

function element({ map, key, value }: Admission, sets: ReadonlyMap<string, Declaration>): [string, string] {
  const declared = sets.get(map)
  if (!declared) throw new Error(`no set is declared for ${map}`)
  return [`element ${map} ${keyText(key, declared.keys)}`, value ?? declared.verdict ?? '']
}

const chainText = ({ hook, rules }: Chain): string => [hook ? `{ type ${hook}; }` : '', ...rules].join('\n')

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
