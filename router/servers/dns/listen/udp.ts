import type { Sockets } from '../../../machine/sockets.ts'
import { type Ip, numberToIp } from '../../../values/ip.ts'
import { datagramLimit } from '../../../wire/dns/reply.ts'
import type { Memo } from '../memo.ts'
import type { Serve } from '../serve.ts'

export interface UdpOptions {
  readonly ip: Ip
  readonly port: number
  readonly shared: boolean
  readonly serve: Serve
  readonly memo: Memo
  readonly failed: (error: Error) => void
}

/** Answer questions that come one in each datagram: from what was answered before, or by asking. */
export async function listenUdp(sockets: Sockets, options: UdpOptions): Promise<Disposable> {
  const { serve, memo, ...place } = options
  const socket = await sockets.openQuestions(place)
  const textOf = openTexts()
  socket.onQuestions((places, at, length, ip, port, now) => {
    // No client asks from port 0, and an answer could not be sent there.
    if (port === 0) return 0
    const repeated = memo.repeat(places, at, length, ip, port, now)
    if (repeated > 0) return repeated
    const reply = serve(Buffer.from(places.subarray(at, at + length)), textOf(ip), datagramLimit, port, memo)
    if (reply instanceof Promise) void reply.then((later) => socket.send(later, ip, port))
    else if (reply) return reply.copy(places, at)
    return 0
  })
  return socket
}

/** More than any home has. */
const MOST_TEXTS = 4_096

/** Addresses as text, each written once: whoever looks them up later finds them faster, too. */
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
