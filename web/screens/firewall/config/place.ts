import { fold } from '../../../parts/lists/fold.ts'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'
import { FIREWALL_RULE_FIELDS, type FirewallRuleField } from './fields.ts'
import type { HomeView } from './home.ts'
import type { Ruled } from './rule.ts'

/** The network of all addresses. */
export const ANY_ADDRESS = '0.0.0.0/0'

/** Whether “Everyone” is a choice for a field of a place. */
export const offersEverybody = ({ name, control }: FirewallRuleField): boolean => control === 'place' && name !== 'IP'

const isOfPlace = ({ control }: FirewallRuleField): boolean => control === 'device' || control === 'place'
/** Addresses and networks of IPv4 have no letters, those of IPv6 have a colon. */
const isName = (text: string): boolean => /\p{L}/u.test(text) && !text.includes(':')

/** The address that a text means: of the device with this name, with or without `.lan`, or all addresses; otherwise the text. */
export function addressOfText(text: string, field: FirewallRuleField, { devices }: Pick<HomeView, 'devices'>): string {
  const wanted = fold(text.trim())
  if (wanted === '') return text
  if (offersEverybody(field) && wanted === fold(texts.form.everybody)) return ANY_ADDRESS
  const named = (name: string) => devices.find(({ Name, RecentIP }) => RecentIP !== '' && fold(Name) === name)
  return (named(wanted) ?? named(wanted.replace(/\.lan$/, '')))?.RecentIP ?? text
}

/** A rule with addresses in place of the names of devices, as the router takes it. */
export function addressed({ kind, rule }: Ruled, home: Pick<HomeView, 'devices'>): Ruled {
  const places = FIREWALL_RULE_FIELDS[kind]
    .filter(isOfPlace)
    .map((field) => [field.name, addressOfText(String(Reflect.get(rule, field.name)), field, home)])
  return { kind, rule: { ...rule, ...Object.fromEntries(places) } } as Ruled
}

/** Errors of names that no device has, by field: in place of the format of addresses. */
export function unknownNames({ kind, rule }: Ruled): Record<string, string> {
  const wrong = FIREWALL_RULE_FIELDS[kind].filter(
    (field) => isOfPlace(field) && isName(String(Reflect.get(rule, field.name))),
  )
  return Object.fromEntries(wrong.map(({ name }) => [name, texts.unknownName]))
}
