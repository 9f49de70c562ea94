/** True for a random MAC address: the bit for local administration is set (IEEE 802-2014 §8.4), and no vendor is registered. */
export const isRandom = (mac: string): boolean => (Number.parseInt(mac.slice(0, 2), 16) & 2) !== 0

/** Addresses with a possible vendor, in groups for one call each. */
export function askable(macs: readonly string[], most: number): string[][] {
  const known = [...new Set(macs)].filter((mac) => mac !== '' && !isRandom(mac)).sort()
  const groups: string[][] = []
  for (let at = 0; at < known.length; at += most) groups.push(known.slice(at, at + most))
  return groups
}
