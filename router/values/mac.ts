/** The address of a device in lower case with colons, after `macOf`. */
export type Mac = string

const SHAPE = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/
/** The lowest bit of the first byte marks a group, broadcast among them. IEEE 802-2014 8.2. */
const UNICAST = /^(?!00(:00){5}$)[0-9a-f][02468ace](:[0-9a-f]{2}){5}$/

/** Bytes with colons or dashes, three groups of four digits with dots, or twelve digits. */
const NOTATIONS = ['[0-9A-Fa-f]{2}([:\\-][0-9A-Fa-f]{2}){5}', '[0-9A-Fa-f]{4}(\\.[0-9A-Fa-f]{4}){2}', '[0-9A-Fa-f]{12}']

/** The regular expression of a MAC address in any notation, for use in longer ones. */
export const MAC_SOURCE = `(${NOTATIONS.join('|')})`
/** As `MAC_SOURCE`, without group, broadcast and zero addresses. */
export const UNICAST_SOURCE = `(?!00([:.\\-]?00){5})(?=[0-9A-Fa-f][02468ACEace])${MAC_SOURCE}`

const ANY = new RegExp(`^${MAC_SOURCE}$`)

/** Normalises a MAC address in any notation. Other text is only trimmed and in lower case. */
export function macOf(text: string): string {
  const given = text.trim().toLowerCase()
  return ANY.test(given) ? (given.match(/[0-9a-f]{2}/g) ?? []).join(':') : given
}

/** Whether this is any MAC address, groups included, in lower case. */
export const isMac = (text: string): boolean => SHAPE.test(text)

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The first six bytes as text. */
export const formatMac = ([a, b, c, d, e, f]: Uint8Array): Mac =>
  `${HEX[a!]}:${HEX[b!]}:${HEX[c!]}:${HEX[d!]}:${HEX[e!]}:${HEX[f!]}`

/** Text to six bytes. Expects a checked address. */
export function parseMac(mac: Mac): Uint8Array {
  const bytes = new Uint8Array(6)
  for (let i = 0; i < 6; i++) bytes[i] = Number.parseInt(mac.slice(i * 3, i * 3 + 2), 16)
  return bytes
}

/** Whether this is the MAC address of one device, in lower case. */
export const isUnicastMac = (text: string): boolean => UNICAST.test(text)
