import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { demandUnchanged } from '../../sentback.ts'
import type { LinkConfig } from './contract.ts'
import { baseOf, type InterfaceConfig, OWN_LINKS, withoutEmpty } from './interface.ts'

/** Links that are known: to the owner, or to the kernel. */
export interface KnownLinks {
  readonly interfaces: { get(name: string): InterfaceConfig | undefined }
  readonly links: { get(name: string): unknown }
}

/**
 * The settings of a link that can be configured; undefined if it has none yet. Throws `Invalid` for a link that does not
 * exist, that the router created, or that is part of another link.
 */
export function configurable({ interfaces, links }: KnownLinks, name: string, field: string) {
  if (OWN_LINKS.includes(name)) throw new Invalid(phrase('internet.linkReserved', name), field)
  const known = interfaces.get(name)
  if (!known && !links.get(name)) throw new Invalid(phrase('field.linkUnknown', name), field)
  const base = baseOf(name)
  if (!known && base !== name && interfaces.get(base))
    throw new Invalid(phrase('internet.linkPartOf', name, base), field)
  return known
}

/** A link with this purpose. What only its former purpose had a use for is dropped. Throws `Invalid`. */
export function repurpose(before: InterfaceConfig | undefined, given: LinkConfig): InterfaceConfig {
  const { Name, Type } = given
  if (before?.Subtype === 'ppp') refuseForSession(before, given)
  const kept = before?.Type === Type ? before : { Name, Type, Subtype: usualSubtype(Type), Enabled: before?.Enabled }
  return withoutEmpty({ ...kept, Enabled: given.Enabled ?? kept.Enabled ?? true, ...hardwareAddress(before, given) })
}

/** The link of a PPP session is what the session makes it. Throws `Invalid`. */
function refuseForSession({ Name }: InterfaceConfig, { Type, MACOverride, MACRandomize, MACCloak }: LinkConfig): void {
  if (Type !== 'Uplink') throw new Invalid(phrase('internet.linkOfPppoe', Name), 'Type')
  if (MACOverride) throw new Invalid(phrase('internet.noHardwareAddress', Name), 'MACOverride')
  if (MACRandomize) throw new Invalid(phrase('internet.noHardwareAddress', Name), 'MACRandomize')
  if (MACCloak) throw new Invalid(phrase('internet.noHardwareAddress', Name), 'MACCloak')
}

const usualSubtype = (type: InterfaceConfig['Type']): InterfaceConfig['Subtype'] =>
  type === 'Uplink' || type === 'Downlink' ? 'ethernet' : ''

type HardwareAddress = Pick<InterfaceConfig, 'MACOverride' | 'MACRandomize' | 'MACCloak'>

/** What is not given stays; an empty address, or false, takes it back. */
function hardwareAddress(before: HardwareAddress | undefined, given: LinkConfig): HardwareAddress {
  const MACOverride = given.MACOverride ?? before?.MACOverride
  const MACRandomize = given.MACRandomize ?? before?.MACRandomize
  const MACCloak = given.MACCloak ?? before?.MACCloak
  if (given.MACCloak && !before?.MACCloak && given.Type !== 'AP')
    throw new Invalid(phrase('internet.accessPointLinkOnly'), 'MACCloak')
  if (MACOverride && MACRandomize) throw new Invalid(phrase('internet.macRandomizeOrOverride'), 'MACRandomize')
  return { MACOverride, MACRandomize, MACCloak }
}

type Field = Exclude<keyof InterfaceConfig, 'Name'>
type Entry = { readonly [F in Field]?: unknown }

/** As `demandUnchanged`, for the entry of a link. Throws `Invalid`. */
export const demandUnchangedLink = (now: Entry, given: Entry, call: string, ...fields: readonly Field[]): void =>
  demandUnchanged(comparable(now), comparable(given), fields, call)

/** `ethernet` is the Subtype of every wired link, and an address without a gateway may leave that out. */
const comparable = (entry: Entry): Entry => ({
  ...entry,
  Subtype: entry.Subtype === 'ethernet' ? '' : entry.Subtype,
  AdditionalIPs: ((entry.AdditionalIPs ?? []) as { IP: string; Router?: string | null }[]).map(({ IP, Router }) => ({
    IP,
    Router: Router ?? '',
  })),
})
