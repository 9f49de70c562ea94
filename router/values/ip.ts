const OCTET = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
/** The regular expression of an IPv4 address in dotted decimal, without leading zeros. */
export const IP_SOURCE = `${OCTET}(\\.${OCTET}){3}`
const SHAPE = new RegExp(`^${IP_SOURCE}$`)

/** An IPv4 address in dotted text. */
export type Ip = string

export const isIp = (text: string): boolean => SHAPE.test(text)

/** Dotted text to an unsigned 32-bit number. Expects a checked address. */
export const ipToNumber = (ip: Ip): number => {
  let value = 0
  let part = 0
  for (let at = 0; at < ip.length; at++) {
    const digit = ip.charCodeAt(at) - 48
    if (digit >= 0) part = part * 10 + digit
    else {
      value = value * 256 + part
      part = 0
    }
  }
  return value * 256 + part
}

/** An unsigned 32-bit number to dotted text. */
export const numberToIp = (value: number): Ip =>
  `${(value >>> 24) & 255}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`
