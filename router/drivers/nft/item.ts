import type { Chain } from '../../compiler/firewall/rule.ts'
import type { SetDeclaration } from '../../compiler/firewall/set.ts'
import type { Admission } from '../../compiler/network.ts'
import { addressSetText } from '../../values/addressset.ts'
import type { Items, Step } from '../driver.ts'
import {
  type Declared,
  elementText,
  hookText,
  ruleText,
  setKind,
  setText,
  timeoutTexts,
  verdictText,
} from './syntax.ts'

/** The items of the driver: our table, its chains and sets, and their elements. */
export type NftItem = TableItem | ChainItem | SetItem | ElementItem
export type NftItems = Items<NftItem>
export type NftStep<I extends NftItem = NftItem> = Step<I>

/** The table with its timeout policies. It is replaced as a whole if it differs. */
export interface TableItem {
  readonly kind: 'table'
  readonly text: string
}

export interface ChainItem {
  readonly kind: 'chain'
  readonly name: string
  /** The hook for `add chain`; empty for a chain without one, or of another program. */
  readonly hook: string
  readonly rules: readonly string[]
  readonly text: string
}

export interface SetItem {
  readonly kind: 'set' | 'map'
  readonly name: string
  readonly text: string
  /** All elements of a set that is written and compared as a whole, in nft syntax. */
  readonly elements?: string
}

export interface ElementItem {
  readonly kind: 'element'
  readonly set: string
  readonly key: string
  /** The value or the verdict; empty in a set. */
  readonly text: string
}

export const TABLE_ITEM: TableItem = { kind: 'table', text: timeoutTexts.join('\n') }

/** A table with parts that cannot be changed in place, of an older version or another program. */
export const foreignTable = (reason: string): TableItem => ({ kind: 'table', text: `not ours: ${reason}` })

export function chainItem({ name, hook, rules }: Chain): ChainItem {
  const lines = { hook: hook ? `{ ${hookText(hook)} }` : '', rules: rules.map(ruleText) }
  return { kind: 'chain', name, ...lines, text: [lines.hook, ...lines.rules].join('\n') }
}

/** A chain of another program as listed by the kernel. */
export const foreignChain = (name: string, listed: string): ChainItem => ({
  kind: 'chain',
  name,
  hook: '',
  rules: [],
  text: `not ours: ${listed}`,
})

export const setItem = (name: string, declared: Declared & Pick<SetDeclaration, 'networks'>): SetItem => ({
  kind: setKind(declared),
  name,
  text: setText(declared),
  ...(declared.networks && { elements: addressSetText(declared.networks.all) }),
})

/** An element of one of our sets. All elements of a verdict map have the same verdict. */
export function elementItem({ map, key, value }: Admission, declared: SetDeclaration | undefined): ElementItem {
  if (!declared) throw new Error(`no set is declared for ${map}`)
  const verdict = declared.verdict ? verdictText(declared.verdict) : ''
  return { kind: 'element', set: map, key: elementText(key, declared.keys), text: value?.join(' . ') ?? verdict }
}

/** Items by key. */
export const nftItemsByKey = (items: readonly NftItem[]): NftItems =>
  new Map(items.map((item) => [keyOfNftItem(item), item]))

/** Unique for each item. Drift shows the key. */
export function keyOfNftItem(item: NftItem): string {
  switch (item.kind) {
    case 'table':
      return 'table'
    case 'chain':
      return `chain ${item.name}`
    case 'set':
    case 'map':
      return `set ${item.name}`
    case 'element':
      return `element ${item.set} ${item.key}`
  }
}
