import type { Bus } from '../../events/bus.ts'
import { catalogue, families } from '../../events/catalogue.ts'
import type { Clock } from '../../machine/machine.ts'
import type { LocalStream } from '../../machine/unixsocket.ts'
import { MOST_LINE_BYTES, openLineReader } from './lines.ts'
import { lineOf, readMessage } from './message.ts'

const MOST_PREFIXES = 64
/** A client that is this far behind does not read; it can connect again. */
const MOST_BEHIND_BYTES = 1024 * 1024

/** After more refused or empty lines than this, the next ones wait: a program that sends nothing else would fill the daemon's time. */
const MOST_REFUSED = 64
const PAUSE_MS = 100
/** Time to read why the connection ends. */
const LAST_MS = 1000

interface Deps {
  readonly clock: Pick<Clock, 'after'>
  readonly bus: Bus
  readonly stream: LocalStream
  /** The line of an event. */
  readonly encode: (payload: unknown, topic: string) => string
  /** Whether the client may publish one more event now. */
  readonly mayPublish: () => boolean
}

/** Serves a client until its connection ends. A line that is refused is answered with the topic `error` and the reason. */
export function serveClient({ clock, bus, stream, encode, mayPublish }: Deps): void {
  const prefixes = new Map<string, Disposable>()

  function send(line: string): void {
    if (stream.destroyed) return
    if (stream.writableLength > MOST_BEHIND_BYTES) stream.destroy()
    else stream.write(line)
  }

  /** An event is sent once, also if several prefixes match it: none begins with another. */
  function subscribe(prefix: string): string | undefined {
    if ([...prefixes.keys()].some((one) => prefix.startsWith(one))) return undefined
    for (const [one, subscription] of prefixes) {
      if (!one.startsWith(prefix)) continue
      subscription[Symbol.dispose]()
      prefixes.delete(one)
    }
    if (prefixes.size >= MOST_PREFIXES) return `a client may subscribe to ${MOST_PREFIXES} prefixes`
    const subscription = bus.subscribePrefix(prefix, (payload, topic) => send(encode(payload, topic)))
    prefixes.set(prefix, subscription)
    return undefined
  }

  /** Returns why a line is refused; empty text for an empty line. */
  function take(line: string): string | undefined {
    if (line.trim() === '') return ''
    const message = readMessage(line)
    if (typeof message === 'string') return message
    if (message.kind === 'subscribe') return subscribe(message.prefix)
    const { topic, payload } = message
    const refusal = refusalOfTopic(topic) ?? (mayPublish() ? undefined : `${topic}: too many events`)
    if (refusal === undefined) bus.publishForeign(topic, payload)
    return refusal
  }

  const refuse = (reason: string): void => send(lineOf('error', JSON.stringify(reason)))
  const reader = openLineReader()
  let waiting: readonly string[] = []
  let timer: Disposable | undefined

  /** Takes the lines that wait, and reads on after them. */
  function takeAll(): void {
    let refused = 0
    for (const [index, line] of waiting.entries()) {
      const refusal = take(line)
      if (refusal !== undefined) refused++
      if (refusal) refuse(refusal)
      if (stream.destroyed) return
      if (refused > MOST_REFUSED) {
        waiting = waiting.slice(index + 1)
        stream.pause()
        timer = clock.after(PAUSE_MS, takeAll)
        return
      }
    }
    waiting = []
    stream.resume()
  }

  stream.on('data', (bytes: Buffer) => {
    const lines = reader.read(bytes)
    if (lines) {
      waiting = lines
      takeAll()
      return
    }
    refuse(`a line may have ${MOST_LINE_BYTES} bytes`)
    stream.pause()
    stream.destroySoon()
    // A client that does not read would stay.
    timer = clock.after(LAST_MS, () => stream.destroy())
  })
  stream.on('error', () => stream.destroy())
  stream.once('close', () => {
    timer?.[Symbol.dispose]()
    for (const subscription of prefixes.values()) subscription[Symbol.dispose]()
  })
}

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
