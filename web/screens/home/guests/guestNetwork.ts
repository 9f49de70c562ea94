import type { z } from 'zod'
import type { GuestNetworkRequest, GuestNetworkState } from '../../../../router/model/home/guests/contract.ts'
import { locale } from '../../../parts/values/locale.ts'
import { guestTexts as texts } from '../../../texts/home/guests.ts'

/** What changes of the guest network. An empty passphrase: a new one. */
export type GuestWish = Partial<Pick<GuestNetworkState, 'Ssid' | 'Wpa3' | 'Daily' | 'Passphrase'>>

const MOST_BYTES = 32
const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length

/** The whole request: unchanged fields are sent with their present values. */
export function requestOfGuestNetwork(
  now: GuestNetworkState | undefined,
  wish: GuestWish,
): z.input<typeof GuestNetworkRequest> {
  const { Ssid = '', Wpa3 = true, Daily = false, Passphrase = '' } = now ?? {}
  return { Ssid, Wpa3, Daily, Passphrase, ...wish }
}

/** The name of a new guest network, such as `Villa Rosa Guests`. `home` is empty if the network of the home has no name. */
export function defaultName(home: string): string {
  const name = texts.defaultName(home)
  return home === '' || bytesOf(name) > MOST_BYTES ? texts.shortName : name
}

/** The error of a passphrase, by the rules of the router; undefined if it is valid. */
export function passphraseFault(text: string): string | undefined {
  if (text.length < 8) return texts.passphraseShort
  return bytesOf(text) > 63 ? texts.passphraseLong : undefined
}

/** The address of the page for guests. Browsers do not send the part behind `#`, so that the token is in no log. */
export const guestPageUrl = (origin: string, token: string): string =>
  `${origin}/auth/guest#${encodeURIComponent(token)}`

/** The token of such an address; undefined without one. */
export function tokenIn(hash: string): string | undefined {
  const text = hash.replace(/^#/, '')
  if (text === '') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const LOOK_AGAIN_MS = 30_000
/** The clocks of the router and of the tablet may differ. */
const LATER_MS = 2000

/** Milliseconds until the page for guests loads the network again: soon after its passphrase changes, and twice a minute. */
export function pauseMs(validUntil: number, now: number): number {
  const left = validUntil * 1000 + LATER_MS - now
  return validUntil > 0 && left > 0 ? Math.min(LOOK_AGAIN_MS, left) : LOOK_AGAIN_MS
}

const format = new Intl.DateTimeFormat(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** `Monday 04:00`, of Unix seconds, by the clock of this browser. */
export const weekdayAndTime = (seconds: number): string => format.format(seconds * 1000)
