import { catalogue, families } from '../../events/catalogue.ts'

/** The first words of the router's own topics, and of lines that are not events. */
const RESERVED = new Set([
  ...Object.keys({ ...catalogue, ...families }).map((topic) => topic.split(':')[0]!),
  ...['alert', 'auth', 'dns', 'error', 'nft', 'subscribe'],
])

const TOPIC = /^[a-zA-Z0-9_-]+(:[a-zA-Z0-9_.-]*)+$/
const LONGEST = 128

/** Why another program may not publish this topic; undefined if it may. */
export function refusalOf(topic: string): string | undefined {
  if (topic.length > LONGEST || !TOPIC.test(topic))
    return 'a topic is words with colons between them, such as plugin:name:event'
  const word = topic.slice(0, topic.indexOf(':')).toLowerCase()
  return RESERVED.has(word) ? `topics that begin with ${word}: are published by the router only` : undefined
}
