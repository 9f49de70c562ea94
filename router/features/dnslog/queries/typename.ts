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

/** Whether a word in lower case is the name of a record type. */
export const isTypeName = (word: string): boolean => /^type\d+$/.test(word) || TYPE_WORDS.has(word)

const TYPE_WORDS: ReadonlySet<string> = new Set(Object.values(NAMES).map((name) => name.toLowerCase()))
