/** In place of a prefix: all topics. */
const ALL = '*'

/** The prefixes to subscribe to: none begins with another one, so that no event is delivered twice. */
export function prefixesOf(topics: readonly string[]): string[] {
  if (topics.includes(ALL)) return ['']
  const unique = [...new Set(topics)]
  return unique.filter((one) => !unique.some((other) => other !== one && one.startsWith(other)))
}
