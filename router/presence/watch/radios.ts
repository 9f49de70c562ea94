import type { LinkAttributes } from '../../machine/routing.ts'
import type { Radio } from '../../model/wifi/radios/radio.ts'
import type { Draft } from '../../store/facts.ts'

/**
 * Keeps the settings of radios with the radios: the kernel names links in the order in which it finds them. A radio is the one with
 * the same permanent hardware address, or in the same slot if none has that address. A new one is the one of that name.
 */
export function followRadios(draft: Draft): void {
  const before = [...draft.radios.rows()].map(([, radio]) => radio)
  if (before.length === 0) return
  // The links of stations and further networks have the address of their radio.
  const links = [...draft.links.rows()].map(([, link]) => link).filter(({ name }) => !name.includes('.'))
  const found = findRadios(before, links)
  const moved = new Map([...found].flatMap(([{ Name }, { name }]) => (Name === name ? [] : [[Name, name] as const])))
  if (moved.size > 0) rename(draft, exchanged(draft, moved))
  for (const [radio, link] of found) learn(draft, radio, link)
}

function findRadios(radios: readonly Radio[], links: readonly LinkAttributes[]): Map<Radio, LinkAttributes> {
  const found = new Map<Radio, LinkAttributes>()
  const find = (radio: Radio, isIt: (link: LinkAttributes) => boolean): void => {
    if (found.has(radio)) return
    const free = links.filter((link) => isIt(link) && ![...found.values()].includes(link))
    const link = free.find(({ name }) => name === radio.Name) ?? free[0]
    if (link) found.set(radio, link)
  }
  const isKnown = (link: LinkAttributes): boolean => radios.some(({ MAC }) => MAC === addressOf(link))
  for (const radio of radios) find(radio, (link) => addressOf(link) === radio.MAC)
  for (const radio of radios)
    find(radio, (link) => link.slot !== undefined && link.slot === radio.Slot && !isKnown(link))
  for (const radio of radios) find(radio, ({ name }) => name === radio.Name && radio.MAC === '')
  return found
}

const addressOf = ({ mac, permanentMac = mac }: LinkAttributes): string => permanentMac

/** What had a name that is now another radio's gets the name that this one had. */
function exchanged(draft: Draft, moved: ReadonlyMap<string, string>): Map<string, string> {
  const all = new Map(moved)
  const taken = new Set(moved.values())
  for (const [from] of moved) {
    if (taken.has(from)) continue
    let to = moved.get(from)!
    while (moved.has(to)) to = moved.get(to)!
    if (draft.radios.get(to) || draft.interfaces.get(to)) all.set(to, from)
  }
  return all
}

/** All in one change: names may be exchanged. */
function rename(draft: Draft, names: ReadonlyMap<string, string>): void {
  const rows = [...names].map(([from, to]) => ({
    from,
    to,
    radio: draft.radios.get(from),
    config: draft.interfaces.get(from),
  }))
  for (const { from, radio, config } of rows) {
    if (radio) draft.radios.remove(from)
    if (config) draft.interfaces.remove(from)
  }
  for (const { to, radio, config } of rows) {
    if (radio) draft.radios.put(to, { ...radio, Name: to })
    if (config) draft.interfaces.put(to, { ...config, Name: to })
  }
}

function learn(draft: Draft, { MAC, Slot }: Radio, link: LinkAttributes): void {
  const now = draft.radios.get(link.name)
  const mac = addressOf(link)
  if (!now || (MAC === mac && Slot === link.slot)) return
  draft.radios.put(link.name, { ...now, MAC: mac, ...(link.slot === undefined ? undefined : { Slot: link.slot }) })
}
