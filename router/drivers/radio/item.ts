import type { AccessPoint, Frame, Member, Passphrase } from '../../compiler/network.ts'
import type { Items } from '../driver.ts'

/** What the driver keeps: a radio with its own networks, the guests' network on it, and what devices join with. */
export type RadioItem = AccessPointItem | GuestItem | PassphraseItem

export interface AccessPointItem extends Omit<AccessPoint, 'guest' | 'setup'> {
  readonly kind: 'access point'
}

export interface GuestItem {
  readonly kind: 'guest network'
  readonly link: string
  readonly guest: NonNullable<AccessPoint['guest']>
  /** A radio that cannot run it runs its own networks. */
  readonly optional?: true
}

export interface PassphraseItem extends Passphrase {
  readonly kind: 'passphrase'
  readonly identity: string
}

export function radioItemsOf({ accessPoints }: Pick<Frame, 'accessPoints'>): Items<RadioItem> {
  const items = accessPoints.flatMap(({ guest, setup, ...radio }): RadioItem[] => [
    { kind: 'access point', ...radio },
    ...(guest ? [{ kind: 'guest network', link: radio.link, guest, ...(setup && { optional: setup }) } as const] : []),
  ])
  return new Map(items.map((item) => [keyOfRadioItem(item), item]))
}

export function passphraseItems({ identity, passphrase }: Pick<Member, 'identity' | 'passphrase'>): Items<RadioItem> {
  const item: RadioItem | undefined = passphrase && { kind: 'passphrase', identity, ...passphrase }
  return new Map(item ? [[keyOfRadioItem(item), item]] : [])
}

const keyOfRadioItem = (item: RadioItem): string =>
  item.kind === 'passphrase' ? `${item.kind} ${item.identity}` : `${item.kind} ${item.link}`
