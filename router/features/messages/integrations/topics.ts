import { catalogue, families } from '../../../events/catalogue.ts'

/** In place of a prefix: all topics. */
const ALL = '*'

/** The prefixes to subscribe to: none begins with another one, so that no event is delivered twice. */
export function prefixesOf(topics: readonly string[]): string[] {
  if (topics.includes(ALL)) return ['']
  const unique = [...new Set(topics)]
  return unique.filter((one) => !unique.some((other) => other !== one && one.startsWith(other)))
}

/**
 * The prefixes of which no event is known: no topic of the catalogue begins with them, and none of `published`, which has the topics
 * of plugins too.
 */
export function unmatchedOf(prefixes: readonly string[], published: Iterable<string>): string[] {
  const known = [...Object.keys(catalogue), ...Object.keys(families), ...published]
  const isOfFamily = (prefix: string): boolean => Object.keys(families).some((family) => prefix.startsWith(family))
  return prefixes.filter((prefix) => !isOfFamily(prefix) && !known.some((topic) => topic.startsWith(prefix)))
}
