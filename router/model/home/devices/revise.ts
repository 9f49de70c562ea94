import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { isIp } from '../../../values/ip.ts'
import { isMac, isUnicastMac } from '../../../values/mac.ts'
import type { Subnet } from '../../../values/subnet.ts'
import { demandUnchanged } from '../../sentback.ts'
import { isDeviceAddress } from '../dhcp/subnet.ts'
import { isLabel, labelsOf } from '../groups/group.ts'
import {
  type Device,
  emptyDevice,
  guestEnd,
  identityOf,
  isDisabled,
  isPending,
  isPublicKey,
  MASK,
  POLICIES,
  type Policy,
  withDisabled,
} from './device.ts'
import { checkPassphrase } from './passphrase.ts'
import type { DeviceUpdate } from './update.ts'

/** The same as `identityOf`, but throws `Invalid` for a group, broadcast or zero address. */
export function knownIdentity(text: string, field: string): string {
  const identity = identityOf(text)
  if (isMac(identity) && !isUnicastMac(identity)) throw new Invalid(phrase('field.unicastMac'), field)
  return identity
}

const LONGEST_NAME = 128
const LAST_VLAN = 4094

/** Input of the rules in addition to the device. */
export interface RevisionInput {
  readonly identity: string
  /** The home's networks. */
  readonly nets: readonly Subnet[]
  /** Milliseconds since 1970. */
  readonly now: number
  readonly passphrase: () => string
}

export interface Revision {
  readonly device: Device
  /** True if the passphrase was generated now, and has not been returned yet. */
  readonly generated: boolean
}

/**
 * Merges an update into a device, or creates a new one. Throws `Invalid`. The caller checks that address and key do not belong to
 * another device.
 */
export function revise(before: Device | undefined, update: DeviceUpdate, circumstances: RevisionInput): Revision {
  const { identity, nets, now } = circumstances
  const old = before ?? emptyDevice()
  demandUnchanged(old, update, ['DHCPFirstTime', 'DHCPFirstInterface'])
  const given = addressOf(update.RecentIP, nets)
  const policies = update.Policies ? policiesOf(update.Policies) : undefined
  const { PSKEntry, generated } = passphraseOf(old, update, circumstances)
  const device: Device = {
    ...old,
    ...whoIs(identity, old, update),
    Name: nameOf(update.Name) || old.Name,
    VLANTag: vlanOf(update.VLANTag, old.VLANTag),
    RecentIP: given || old.RecentIP,
    StaticIP: isStatic(old, given, update.StaticIP),
    DNSCustom: resolverOf(update.DNSCustom, old.DNSCustom),
    PSKEntry,
    AllowWired: update.AllowWired ?? old.AllowWired,
    Policies: policies ?? old.Policies,
    Groups: update.Groups ? groupsOf(update.Groups) : old.Groups,
    DeviceTags: update.DeviceTags ? tagsOf(update.DeviceTags) : old.DeviceTags,
    Style: {
      Icon: lettersOf(update.Style?.Icon, 'Style.Icon') || old.Style.Icon,
      Color: lettersOf(update.Style?.Color, 'Style.Color') || old.Style.Color,
    },
    DeviceExpiration: expirationOf(update.DeviceExpiration, old.DeviceExpiration, now),
    DeleteExpiration: update.DeleteExpiration ?? old.DeleteExpiration,
  }
  const disabled = update.DeviceDisabled ?? policies?.includes('disabled') ?? isDisabled(old)
  const settled = withDisabled(device, disabled)
  return { device: isDisabled(old) && !disabled ? withTime(settled, now) : settled, generated }
}

/** A device that is enabled again after its expiry does not expire again immediately: the time of a guest starts anew. */
function withTime(device: Device, now: number): Device {
  const expired = device.DeviceExpiration !== 0 && device.DeviceExpiration * 1000 <= now
  return {
    ...device,
    DeviceExpiration: expired ? 0 : device.DeviceExpiration,
    DHCPLastTime: guestEnd(device) <= now ? '' : device.DHCPLastTime,
  }
}

/** The update with passphrase, groups, policies and tags of another device, which take precedence. */
export const copying = (update: DeviceUpdate, source: Device): DeviceUpdate => ({
  ...update,
  PSKEntry: source.PSKEntry,
  Groups: source.Groups,
  Policies: source.Policies,
  DeviceTags: source.DeviceTags,
})

/** A device with additional groups, tags and policies. */
export function extend(device: Device, more: { Groups: string[]; DeviceTags: string[]; Policies: Policy[] }): Device {
  const union = <T>(a: readonly T[], b: readonly T[]): T[] => [...new Set([...a, ...b])]
  return {
    ...device,
    Groups: union(device.Groups, more.Groups),
    DeviceTags: union(device.DeviceTags, more.DeviceTags),
    Policies: union(device.Policies, more.Policies),
  }
}

function whoIs(identity: string, old: Device, update: DeviceUpdate): Pick<Device, 'MAC' | 'WGPubKey'> {
  const key = update.WGPubKey?.trim() ?? ''
  if (key !== '' && !isPublicKey(key)) throw new Invalid(phrase('home.wireguardPublicKey'), 'WGPubKey')
  if (isUnicastMac(identity) || isPending(identity)) return { MAC: identity, WGPubKey: key || old.WGPubKey }
  if (key !== '' && key !== identity) throw new Invalid(phrase('home.deviceKeyOther'), 'WGPubKey')
  return { MAC: old.MAC, WGPubKey: identity }
}

function nameOf(text: string | null | undefined): string {
  const name = text?.trim() ?? ''
  if (name.length > LONGEST_NAME) throw new Invalid(phrase('field.tooLong', LONGEST_NAME), 'Name')
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)) throw new Invalid(phrase('field.noControlCharacters'), 'Name')
  return name
}

function vlanOf(text: string | null | undefined, old: string): string {
  const tag = text?.trim() ?? ''
  if (tag === '') return old
  if (!/^\d{1,4}$/.test(tag) || Number(tag) > LAST_VLAN)
    throw new Invalid(phrase('home.vlanTagOrZero', LAST_VLAN), 'VLANTag')
  return Number(tag) === 0 ? '' : String(Number(tag))
}

function addressOf(text: string | null | undefined, nets: readonly Subnet[]): string {
  const ip = text?.trim() ?? ''
  if (ip !== '' && !(isIp(ip) && isDeviceAddress(nets, ip))) throw new Invalid(phrase('home.deviceAddress'), 'RecentIP')
  return ip
}

/** An address that differs from the present one is always the owner's choice, regardless of what else the body repeats. */
const isStatic = (old: Device, given: string, chosen: boolean | null | undefined): boolean =>
  given !== '' && given !== old.RecentIP ? true : (chosen ?? (given !== '' || old.StaticIP))

/** The resolver that a device has after an update. Throws `Invalid`. */
export function resolverOf(text: string | null | undefined, old: string): string {
  const ip = text?.trim() ?? ''
  if (ip === '') return old
  if (ip === '0') return ''
  if (!isIp(ip)) throw new Invalid(phrase('home.resolverAddressOrZero'), 'DNSCustom')
  return ip
}

function passphraseOf(
  old: Device,
  { PSKEntry }: DeviceUpdate,
  { identity, passphrase }: RevisionInput,
): Pick<Device, 'PSKEntry'> & Pick<Revision, 'generated'> {
  const given = PSKEntry?.Psk && PSKEntry.Psk !== MASK ? PSKEntry.Psk : ''
  if (given !== '') checkPassphrase(given, 'PSKEntry.Psk')
  const Psk = given || old.PSKEntry.Psk
  // The default is the stronger type; a pending device needs a passphrase.
  const usual = Psk !== '' || isPending(identity) ? 'sae' : ''
  const Type = PSKEntry?.Type || old.PSKEntry.Type || usual
  if (Type === '' || Psk !== '') return { PSKEntry: { Type, Psk }, generated: false }
  return { PSKEntry: { Type, Psk: passphrase() }, generated: true }
}

/** Policies without duplicates. Throws `Invalid` for an unknown one. */
export function policiesOf(texts: readonly string[]): Policy[] {
  const unknown = labelsOf(texts).find((text) => !isPolicy(text))
  if (unknown !== undefined)
    throw new Invalid(phrase('home.policyUnknown', JSON.stringify(unknown), POLICIES.join(', ')), 'Policies')
  return labelsOf(texts).filter(isPolicy)
}

const isPolicy = (text: string): text is Policy => (POLICIES as readonly string[]).includes(text)

/** Normalised names of groups. Throws `Invalid`. */
export const groupsOf = (texts: readonly string[], field = 'Groups'): string[] =>
  labelsOf(texts).map((label) => checked(label, field))

/** Normalised tags. Throws `Invalid`. */
export const tagsOf = (texts: readonly string[], field = 'DeviceTags'): string[] =>
  labelsOf(texts).map((label) => checked(label, field))

function checked(label: string, field: string): string {
  if (isPolicy(label)) throw new Invalid(phrase('home.policyName', label), field)
  if (!isLabel(label)) throw new Invalid(phrase('home.label'), field)
  return label
}

function lettersOf(text: string | null | undefined, field: string): string {
  if (text && !/^[A-Za-z]{1,64}$/.test(text)) throw new Invalid(phrase('field.lettersOnly'), field)
  return text ?? ''
}

/** Clients without a time send a negative number of seconds since 1970: it leaves the expiry unchanged. */
function expirationOf(seconds: number | null | undefined, old: number, now: number): number {
  if (!seconds || seconds < -1) return old
  return seconds === -1 ? 0 : Math.floor(now / 1000) + seconds
}
