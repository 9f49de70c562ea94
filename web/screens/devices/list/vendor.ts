/**
 * True for a hardware address that a device has made up: the second bit of the first byte says that it is local (IEEE 802-2014
 * 8.4), and no maker is registered for it.
 */
export const isRandom = (mac: string): boolean => (Number.parseInt(mac.slice(0, 2), 16) & 2) !== 0

/** The addresses a maker can be known for, in groups as large as one call takes. */
export function askable(macs: readonly string[], most: number): string[][] {
  const known = [...new Set(macs)].filter((mac) => mac !== '' && !isRandom(mac)).sort()
  const groups: string[][] = []
  for (let at = 0; at < known.length; at += most) groups.push(known.slice(at, at + most))
  return groups
}
