import { catalogue, families } from '../../events/catalogue.ts'

/** The words by which topics of the router differ from those of other programs: the first one, for `plugin:` also the second one. */
function areaOf(topic: string): string {
  const [word = '', next] = topic.toLowerCase().split(':')
  return word === 'plugin' ? `${word}:${next}` : word
}

/** The areas of the router's own topics, and of lines that are not events. */
const RESERVED = new Set([
  ...Object.keys({ ...catalogue, ...families }).map(areaOf),
  ...['alert', 'auth', 'dns', 'error', 'nft', 'subscribe'],
])

const TOPIC = /^[a-zA-Z0-9_-]+(:[a-zA-Z0-9_.-]*)+$/
const LONGEST = 128

/** Why another program may not publish this topic; undefined if it may. */
export function refusalOfTopic(topic: string): string | undefined {
  if (topic.length > LONGEST || !TOPIC.test(topic))
    return 'a topic is words with colons between them, such as plugin:name:event'
  const area = areaOf(topic)
  return RESERVED.has(area) ? `topics that begin with ${area}: are published by the router only` : undefined
}
