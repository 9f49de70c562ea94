import { z } from 'zod'

const SHAPE = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/

/** A MAC address as six colon-separated bytes; any case and dashes on input, lower case and colons from here on. */
export const Mac = z
  .string()
  .trim()
  .toLowerCase()
  .overwrite((text) => text.replaceAll('-', ':'))
  .regex(SHAPE, 'must be a MAC address such as 02:00:00:00:00:01')
  .meta({ example: '11:22:33:44:55:61' })
export type Mac = z.infer<typeof Mac>

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

/** A group (multicast or broadcast) address, or the zero address: no device can own one. IEEE 802-2014 8.2. */
export const isUnicastMac = (mac: Mac): boolean =>
  (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0 && mac !== '00:00:00:00:00:00'
