const NAMES: Readonly<Record<number, string>> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  64: 'SVCB',
  65: 'HTTPS',
}

/** The name of a DNS record type (IANA); for rare types as in RFC 3597, such as `TYPE99`. */
export const typeName = (type: number): string => NAMES[type] ?? `TYPE${type}`

/** The number of a record type by its name in lower case; undefined for other words. */
export function typeNumber(word: string): number | undefined {
  const rare = /^type(\d{1,5})$/.exec(word)
  const number = rare
    ? Number(rare[1])
    : Number(Object.keys(NAMES).find((one) => NAMES[Number(one)]?.toLowerCase() === word))
  return typeName(number).toLowerCase() === word ? number : undefined
}
