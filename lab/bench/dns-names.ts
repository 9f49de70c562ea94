import { openChance } from '../probes/chance.ts'

/** A million listed names, and others that are queried. None is a subdomain of another. */
export const MANY = 1_000_000
const ASKED = 10_000

const WORDS = ['ads', 'pixel', 'track', 'metric', 'click', 'beacon', 'count', 'tag', 'sync', 'banner', 'stat', 'promo']
const TLDS = ['com', 'net', 'org', 'io', 'example', 'info']
const of = (list: readonly string[], n: number): string => list[n % list.length]!

/** The `n`th listed name, about 25 letters long like those of real lists. */
export const unwanted = (n: number): string =>
  `${of(WORDS, n)}${n.toString(36)}.${of(WORDS, n >> 4)}-${(n * 7919) % 60_000}.${of(TLDS, n >> 2)}`

/** The second version of the list differs in one name of a thousand. */
export const edition = (second: boolean): string =>
  Array.from({ length: MANY }, (_, n) => (second && n % 1000 === 0 ? `new-${unwanted(n)}` : unwanted(n))).join('\n')

const wanted = (n: number): string => `www${n}.site-${n % 300}.net`

/** Queries in the format of dnsperf. */
export interface Questions {
  readonly cached: string
  readonly blocked: string
  /** One in five is blocked. */
  readonly mixed: string
}

/** Names that are not cached: different ones for each round. */
export const fresh = (round: string): string =>
  `${Array.from({ length: 2 * ASKED }, (_, n) => `${round}-${n}.site-${n % 300}.net A`).join('\n')}\n`

export function questions(): Questions {
  const chance = openChance(53)
  const cached = Array.from({ length: ASKED }, (_, n) => wanted(n))
  const blocked = Array.from({ length: ASKED }, () => unwanted(chance.between(0, MANY - 1)))
  const mixed = Array.from({ length: 3 * ASKED }, () => chance.one(chance.happens(0.2) ? blocked : cached))
  const spelt = (names: readonly string[]): string => `${names.map((name) => `${name} A`).join('\n')}\n`
  return { cached: spelt(cached), blocked: spelt(blocked), mixed: spelt(mixed) }
}
