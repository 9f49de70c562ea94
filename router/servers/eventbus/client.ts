import type { Bus } from '../../events/bus.ts'
import type { LocalStream } from '../../machine/unixsocket.ts'
import { MOST_LINE_BYTES, openLineReader } from './lines.ts'
import { lineOf, readMessage } from './message.ts'
import { refusalOf } from './reserved.ts'

const MOST_PREFIXES = 64
/** A client that is this far behind does not read; it can connect again. */
const MOST_BEHIND_BYTES = 1024 * 1024

interface Deps {
  readonly bus: Bus
  readonly stream: LocalStream
  /** The line of an event. */
  readonly encode: (payload: unknown, topic: string) => string
  /** Whether the client may publish one more event now. */
  readonly mayPublish: () => boolean
}

/** Serves a client until its connection ends. A line that is refused is answered with the topic `error` and the reason. */
export function serveClient({ bus, stream, encode, mayPublish }: Deps): void {
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

  /** Returns why a line is refused. */
  function take(line: string): string | undefined {
    if (line.trim() === '') return undefined
    const message = readMessage(line)
    if (typeof message === 'string') return message
    if (message.kind === 'subscribe') return subscribe(message.prefix)
    const { topic, payload } = message
    const refusal = refusalOf(topic) ?? (mayPublish() ? undefined : `${topic}: too many events`)
    if (refusal === undefined) bus.publishForeign(topic, payload)
    return refusal
  }

  const refuse = (reason: string): void => send(lineOf('error', JSON.stringify(reason)))
  const reader = openLineReader()
  stream.on('data', (bytes: Buffer) => {
    const lines = reader.read(bytes)
    for (const line of lines ?? []) {
      const refusal = take(line)
      if (refusal !== undefined) refuse(refusal)
      if (stream.destroyed) return
    }
    if (lines) return
    refuse(`a line may have ${MOST_LINE_BYTES} bytes`)
    stream.destroySoon()
  })
  stream.on('error', () => stream.destroy())
  stream.once('close', () => {
    for (const subscription of prefixes.values()) subscription[Symbol.dispose]()
  })
}
