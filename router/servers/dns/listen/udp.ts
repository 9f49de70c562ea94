import type { Sockets } from '../../../machine/sockets.ts'
import { type Ip, numberToIp } from '../../../values/ip.ts'
import { datagramLimit } from '../../../wire/dns/reply.ts'
import type { ResponseCache } from '../responsecache.ts'
import type { Serve } from '../serve.ts'

export interface UdpOptions {
  readonly ip: Ip
  readonly port: number
  readonly shared: boolean
  readonly serve: Serve
  readonly responses: ResponseCache
  readonly failed: (error: Error) => void
}

/** Answers queries over UDP, from the response cache or through the stages. */
export async function listenUdp(sockets: Sockets, options: UdpOptions): Promise<Disposable> {
  const { serve, responses, ...rest } = options
  const socket = await sockets.openQuestions(rest)
  const textOf = openTexts()
  socket.onQuestions((buffer, at, length, ip, port, now) => {
    // A response cannot be sent to port 0.
    if (port === 0) return 0
    const repeated = responses.repeat(buffer, at, length, ip, port, now)
    if (repeated > 0) return repeated
    const reply = serve(Buffer.from(buffer.subarray(at, at + length)), textOf(ip), datagramLimit, port, responses)
    if (reply instanceof Promise) void reply.then((later) => socket.send(later, ip, port))
    else if (reply) return reply.copy(buffer, at)
    return 0
  })
  return socket
}

/** Cached addresses: more than a home has. */
const MOST_TEXTS = 4_096

/** Formats addresses; the same string for the same address makes look-ups in Maps faster. */
function openTexts(): (ip: number) => Ip {
  const texts = new Map<number, Ip>()
  return (ip) => {
    let text = texts.get(ip)
    if (text === undefined) {
      if (texts.size === MOST_TEXTS) texts.clear()
      text = numberToIp(ip)
      texts.set(ip, text)
    }
    return text
  }
}
