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

/** Six bytes to text. */
export const formatMac = (bytes: Uint8Array): Mac =>
  Array.from(bytes.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0')).join(':')

/** Text to six bytes. Expects a checked address. */
export const parseMac = (mac: Mac): Uint8Array => Uint8Array.from(mac.split(':'), (part) => Number.parseInt(part, 16))

/** A group (multicast or broadcast) address, or the zero address: no device can own one. IEEE 802-2014 8.2. */
export const isUnicastMac = (mac: Mac): boolean =>
  (Number.parseInt(mac.slice(0, 2), 16) & 1) === 0 && mac !== '00:00:00:00:00:00'
