import type { ElementChange } from '../../wire/nft-elements.ts'
import type { Step } from '../driver.ts'
import { TABLE, TIMEOUTS } from './syntax.ts'

const ELEMENT = 'element '
/** The kernel is done with these in less than a millisecond; more of them go through libnftables on another thread. */
const MOST_CHANGES = 256

/** The same transaction without nft's language, if the steps are a few elements and nothing else. */
export function elementChanges(steps: readonly Step[]): ElementChange[] | undefined {
  if (steps.length > MOST_CHANGES || !steps.every(({ key }) => key.startsWith(ELEMENT))) return undefined
  const changes = (side: 'had' | 'value'): ElementChange[] =>
    steps.flatMap((step) => {
      const value = step[side]
      if (value === undefined) return []
      const name = step.key.slice(ELEMENT.length)
      return [{ present: side === 'value', set: setOf(name), key: keyOf(name), value }]
    })
  return [...changes('had'), ...changes('value')]
}

/**
 * Steps as one nft transaction. Elements go before they come, since a key may move from one device to another; chains
 * are emptied before the sets that their rules name are deleted; sets come before the rules that name them.
 */
export function render(steps: readonly Step[]): string {
  const of = (kind: string) =>
    steps
      .filter(({ key }) => key.startsWith(`${kind} `))
      .map((step) => ({ ...step, name: step.key.slice(kind.length + 1) }))
  const [sets, chains, elements] = [of('set'), of('chain'), of('element')]
  const comes = <T extends Step>(list: T[]) => list.filter(({ value }) => value !== undefined)
  const goes = <T extends Step>(list: T[]) => list.filter(({ had }) => had !== undefined)
  const removed = <T extends Step>(list: T[]) => list.filter(({ value }) => value === undefined)
  const replaced = sets.filter(({ had, value }) => had !== undefined && value !== undefined)
  const lost = new Set([...removed(sets), ...replaced].map(({ name }) => name))

  return [
    `add table ${TABLE}`,
    ...(comes(chains).length > 0
      ? Object.entries(TIMEOUTS).map(([name, policy]) => `add ct timeout ${TABLE} ${name} ${policy}`)
      : []),
    // A chain whose kind has changed (or that a stranger made) cannot be changed in place.
    ...goes(chains).map(({ name }) => `flush chain ${TABLE} ${name}`),
    ...elementCommands(
      'delete',
      goes(elements).filter(({ name }) => !lost.has(setOf(name))),
    ),
    ...[...lost].map((name) => `delete ${kindOf(sets, name)} ${TABLE} ${name}`),
    ...comes(sets).map(({ name, value }) => `add ${value!.slice(0, 3)} ${TABLE} ${name} ${value!.slice(4)}`),
    ...comes(chains).map(({ name, value }) => `add chain ${TABLE} ${name} ${value!.split('\n', 1)[0]}`),
    ...comes(chains).flatMap(({ name, value }) =>
      value!
        .split('\n')
        .slice(1)
        .map((rule) => `add rule ${TABLE} ${name} ${rule}`),
    ),
    ...elementCommands('add', comes(elements)),
    ...removed(chains).map(({ name }) => `delete chain ${TABLE} ${name}`),
  ].join('\n')
}

const setOf = (element: string): string => element.slice(0, element.indexOf(' '))
const keyOf = (element: string): string => element.slice(element.indexOf(' ') + 1)

const kindOf = (sets: readonly (Step & { name: string })[], name: string): string =>
  sets.find((set) => set.name === name)?.had?.slice(0, 3) ?? 'set'

/** One command for each set, however many elements it takes. */
function elementCommands(verb: 'add' | 'delete', elements: readonly (Step & { name: string })[]): string[] {
  const bySet = new Map<string, string[]>()
  for (const { name, value, had } of elements) {
    const key = keyOf(name)
    const held = verb === 'add' ? value : had
    const spelt = held ? `${key} : ${held}` : key
    const list = bySet.get(setOf(name))
    if (list) list.push(spelt)
    else bySet.set(setOf(name), [spelt])
  }
  return [...bySet].map(([set, keys]) => `${verb} element ${TABLE} ${set} { ${keys.join(', ')} }`)
}
