/** Topics whose rules are remembered: there are as many `dns:serve:` topics as clients. */
const MOST_TOPICS = 4096
const NONE: readonly never[] = []

interface ForTopics {
  readonly TopicPrefix: string
}

/** Returns the rules for a topic, in their order: those whose prefix it begins with. Takes one look-up for a topic seen before. */
export function indexByTopic<R extends ForTopics>(rules: readonly R[]): (topic: string) => readonly R[] {
  const byPrefix = Map.groupBy(rules, ({ TopicPrefix }) => TopicPrefix)
  const lengths = [...new Set(rules.map(({ TopicPrefix }) => TopicPrefix.length))]
  const places = new Map(rules.map((rule, place) => [rule, place]))
  const found = new Map<string, readonly R[]>()
  return (topic) => {
    const known = found.get(topic)
    if (known) return known
    const matching = lengths.flatMap((length) =>
      length > topic.length ? [] : (byPrefix.get(topic.slice(0, length)) ?? []),
    )
    const ordered = matching.length === 0 ? NONE : matching.sort((a, b) => places.get(a)! - places.get(b)!)
    if (found.size >= MOST_TOPICS) found.clear()
    found.set(topic, ordered)
    return ordered
  }
}
