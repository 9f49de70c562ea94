import { textOfSsid } from './hostapd.ts'

/**
 * What wpa_supplicant 2.10 and 2.11 print on their control interface (wpa_supplicant/ctrl_iface.c, src/common/wpa_ctrl.h). Its
 * answers of the form `name=value` are like those of hostapd: `parseFields`.
 */

/** Something that happened to a station. Events that nothing is done about are undefined. */
export type SupplicantEvent =
  | { readonly kind: 'connected'; readonly id: number }
  | { readonly kind: 'disconnected' }
  /** It authenticates to a network or associates with it. */
  | { readonly kind: 'trying'; readonly ssid: string }
  /** The 4-way handshake (WPA2) or the confirmation (WPA3) failed; without `id`, in the network that was tried last. */
  | { readonly kind: 'wrong passphrase' | 'refused'; readonly id?: number }
  /** A scan found none of the networks that may be joined now. */
  | { readonly kind: 'not found' }

const LEVEL = /^<\d>/
const TRYING = /^(?:SME: )?Trying to (?:authenticate|associate) with .*?SSID[= ]'(.*)'/
const SAE = '3'
/** The second frame in each direction: it proves the passphrase. IEEE 802.11-2020, 12.4.5.5. */
const SAE_CONFIRM = '2'

export function parseStationEvent(line: string): SupplicantEvent | undefined {
  const text = line.replace(LEVEL, '').trimEnd()
  const [, ssid] = TRYING.exec(text) ?? []
  if (ssid !== undefined) return { kind: 'trying', ssid: textOfSsid(ssid) }
  const [name] = text.split(' ', 1)
  // The name of a network is in quotes, between fields, and may look like one: of the fields before it the first counts, of
  // those after it the last.
  const number = Number(/\bid=(\d+)/.exec(text)?.[1])
  if (name === 'CTRL-EVENT-CONNECTED') return { kind: 'connected', id: number }
  if (name === 'CTRL-EVENT-DISCONNECTED') return { kind: 'disconnected' }
  if (name === 'CTRL-EVENT-NETWORK-NOT-FOUND') return { kind: 'not found' }
  if (name === 'CTRL-EVENT-SSID-TEMP-DISABLED')
    return { kind: text.endsWith(' reason=WRONG_KEY') ? 'wrong passphrase' : 'refused', id: number }
  if (name === 'CTRL-EVENT-ASSOC-REJECT') return { kind: 'refused' }
  if (name === 'CTRL-EVENT-AUTH-REJECT') {
    const isConfirm = text.includes(` auth_type=${SAE} auth_transaction=${SAE_CONFIRM} `)
    return { kind: isConfirm ? 'wrong passphrase' : 'refused' }
  }
  return undefined
}

/** The numbers of the networks in an answer to `LIST_NETWORKS`. */
export const parseNetworkNumbers = (text: string): number[] =>
  text
    .split('\n')
    .filter((line) => /^\d+\t/.test(line))
    .map((line) => Number.parseInt(line, 10))
