import type { Chain } from '../../compiler/firewall/rule.ts'
import type { SetDeclaration } from '../../compiler/firewall/set.ts'
import type { Admission } from '../../compiler/network.ts'
import type { Items, Step } from '../driver.ts'
import { type Declared, elementText, hookText, ruleText, setKind, setText, verdictText } from './syntax.ts'

/** What the driver keeps in the kernel: the chains of our table, its sets, and their elements. */
export type NftItem = ChainItem | SetItem | ElementItem
export type NftItems = Items<NftItem>
export type NftStep<I extends NftItem = NftItem> = Step<I>

export interface ChainItem {
  readonly kind: 'chain'
  readonly name: string
  /** As `add chain` takes it; empty for a chain without a hook, or one of another program. */
  readonly hook: string
  readonly rules: readonly string[]
  readonly text: string
}

export interface SetItem {
  readonly kind: 'set' | 'map'
  readonly name: string
  readonly text: string
}

export interface ElementItem {
  readonly kind: 'element'
  readonly set: string
  readonly key: string
  /** The value or the verdict; empty in a set. */
  readonly text: string
}

export function chainItem({ name, hook, rules }: Chain): ChainItem {
  const lines = { hook: hook ? `{ ${hookText(hook)} }` : '', rules: rules.map(ruleText) }
  return { kind: 'chain', name, ...lines, text: [lines.hook, ...lines.rules].join('\n') }
}

/** A chain that is not what this driver wrote, as the kernel lists it. */
export const foreignChain = (name: string, listed: string): ChainItem => ({
  kind: 'chain',
  name,
  hook: '',
  rules: [],
  text: `not ours: ${listed}`,
})

export const setItem = (name: string, declared: Declared): SetItem => ({
  kind: setKind(declared),
  name,
  text: setText(declared),
})

/** An element of a set of ours. A verdict map has the same verdict for all. */
export function elementItem({ map, key, value }: Admission, declared: SetDeclaration | undefined): ElementItem {
  if (!declared) throw new Error(`no set is declared for ${map}`)
  const verdict = declared.verdict ? verdictText(declared.verdict) : ''
  return { kind: 'element', set: map, key: elementText(key, declared.keys), text: value?.join(' . ') ?? verdict }
}

/** Items by what they are: no two have the same key. It is shown where an item differs from the kernel. */
export const byKey = (items: readonly NftItem[]): NftItems => new Map(items.map((item) => [keyOf(item), item]))

const keyOf = (item: NftItem): string =>
  item.kind === 'element'
    ? `element ${item.set} ${item.key}`
    : `${item.kind === 'chain' ? 'chain' : 'set'} ${item.name}`
