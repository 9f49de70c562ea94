import { isMac } from '../../../../../router/values/mac.ts'

/** True for a random MAC address: the bit for local administration is set (IEEE 802-2014 §8.4), and no vendor is registered. */
export const isRandom = (mac: string): boolean => (Number.parseInt(mac.slice(0, 2), 16) & 2) !== 0

/**
 * MAC addresses with a possible vendor, in groups for one call each. Leaves out other identities, such as those of devices that wait for
 * their first connection.
 */
export function askable(identities: readonly string[], most: number): string[][] {
  const known = [...new Set(identities)].filter((identity) => isMac(identity) && !isRandom(identity)).sort()
  const groups: string[][] = []
  for (let at = 0; at < known.length; at += most) groups.push(known.slice(at, at + most))
  return groups
}
