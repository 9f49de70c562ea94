import { isMac, type Mac } from '../values/mac.ts'

/**
 * What hostapd prints on its control interface (hostapd/ctrl_iface.c), in both directions. Versions 2.10 and 2.11 do not differ in
 * what is read here.
 */

/** The lines `name=value` of an answer such as that of `STATUS`. */
export function parseFields(text: string): Record<string, string> {
  const fields = text.split('\n').flatMap((line) => {
    const at = line.indexOf('=')
    return at > 0 ? [[line.slice(0, at), line.slice(at + 1)] as const] : []
  })
  // The names are hostapd's; the values of some are what stations sent.
  return Object.fromEntries(fields)
}

/** What `STATUS` has about one of the networks of a radio: it numbers them. Empty if it has nothing. */
export function fieldOfBss(status: Readonly<Record<string, string>>, field: 'ssid' | 'bssid', network: string): string {
  const key = Object.keys(status).find((name) => name.startsWith('bss[') && status[name] === network)
  return status[`${field}${key?.slice('bss'.length)}`] ?? ''
}

/** The answer to `STA-FIRST`, `STA-NEXT` and `STA`: an address and its fields. Undefined after the last station. */
export function parseStation(text: string): { readonly mac: Mac; readonly fields: Record<string, string> } | undefined {
  const [mac = '', ...rest] = text.split('\n')
  return isMac(mac) ? { mac, fields: parseFields(rest.join('\n')) } : undefined
}

/** Something that happened on an access point. Events that nothing is done about are undefined. */
export type ApEvent =
  | { readonly kind: 'joined'; readonly mac: Mac; readonly keyId: string | undefined }
  | { readonly kind: 'left'; readonly mac: Mac }
  /** Of WPA2, and repeated for each attempt. */
  | { readonly kind: 'wrong passphrase'; readonly mac: Mac }
  | { readonly kind: 'enabled' | 'disabled' | 'terminating' | 'channel' | 'radar check' }
  /** On the channel of this frequency in MHz; hostapd has left it, or will immediately. */
  | { readonly kind: 'radar'; readonly frequency: number }
  /** An authentication, association or deauthentication frame: see `management.ts`. */
  | { readonly kind: 'frame'; readonly bytes: Uint8Array }

const LEVEL = /^<\d>/
const AT_LARGE: Readonly<Record<string, 'enabled' | 'disabled' | 'terminating' | 'channel' | 'radar check'>> = {
  'AP-ENABLED': 'enabled',
  'AP-DISABLED': 'disabled',
  'CTRL-EVENT-TERMINATING': 'terminating',
  'CTRL-EVENT-CHANNEL-SWITCH': 'channel',
  'AP-CSA-FINISHED': 'channel',
  'ACS-COMPLETED': 'channel',
  'DFS-CAC-START': 'radar check',
  'DFS-CAC-COMPLETED': 'radar check',
  'DFS-NEW-CHANNEL': 'channel',
  'DFS-NOP-FINISHED': 'radar check',
}

export function parseEvent(line: string): ApEvent | undefined {
  const [name = '', ...words] = line.replace(LEVEL, '').trimEnd().split(' ')
  const atLarge = AT_LARGE[name]
  if (atLarge) return { kind: atLarge }
  const [first = ''] = words
  if (name === 'DFS-RADAR-DETECTED') return { kind: 'radar', frequency: Number(first.replace('freq=', '')) || 0 }
  if (name === 'AP-MGMT-FRAME-RECEIVED') return { kind: 'frame', bytes: Buffer.from(first.replace('buf=', ''), 'hex') }
  if (!isMac(first)) return undefined
  if (name === 'AP-STA-CONNECTED')
    return {
      kind: 'joined',
      mac: first,
      keyId: words.find((word) => word.startsWith('keyid='))?.slice('keyid='.length),
    }
  if (name === 'AP-STA-DISCONNECTED') return { kind: 'left', mac: first }
  if (name === 'AP-STA-POSSIBLE-PSK-MISMATCH') return { kind: 'wrong passphrase', mac: first }
  return undefined
}

const ESCAPED = /\\(?:x([0-9a-fA-F]{2})|([\\"enrt]))/g
const BY_LETTER: Readonly<Record<string, string>> = { '\\': '\\', '"': '"', e: '\u001b', n: '\n', r: '\r', t: '\t' }

/** The bytes of a network's name as `printf_encode` writes it: ASCII, all else as `\xNN`. */
export function unescapeSsid(text: string): Uint8Array {
  const latin1 = text.replaceAll(ESCAPED, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? (BY_LETTER[letter] ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(latin1, 'latin1')
}

/** The name of a network that `printf_encode` has written, as text. */
export const textOfSsid = (escaped: string): string => new TextDecoder().decode(unescapeSsid(escaped))
