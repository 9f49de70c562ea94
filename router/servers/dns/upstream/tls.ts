import type { Clock } from '../../../machine/machine.ts'
import type { Sockets } from '../../../machine/sockets.ts'
import type { Ip } from '../../../values/ip.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import type { Ask } from './plain.ts'

const IDLE_MS = 20_000

/**
 * Ask over TLS. One connection serves all questions; it is opened when one is asked, and again when it has ended. The
 * upstream must prove the name `tlsHost`, or nothing is sent. RFC 7858, RFC 8310 (strict profile).
 */
export function tlsAsk(sockets: Sockets, clock: Clock, ip: Ip, port: number, tlsHost: string): Ask & Disposable {
  let pipeline: Pipeline | undefined
  let session: Buffer | undefined

  const connect = (): Pipeline => {
    const stream = sockets.connectSecureStream(ip, port, { name: tlsHost, session })
    stream.on('session', (fresh) => {
      session = fresh
    })
    // A server that no longer knows the session could refuse it: without one the next handshake is a whole one.
    stream.on('error', () => {
      session = undefined
    })
    return openPipeline(stream, { clock, secure: true, idleMs: IDLE_MS })
  }
  const ask: Ask = async (query, limitMs) => {
    const until = clock.now() + limitMs
    const used = pipeline
    if (used && !used.closed && !used.stalled) {
      try {
        return await used.ask(query, limitMs)
      } catch (error) {
        // The server may close an idle connection at the very moment of our question. RFC 7766 6.2.4.
        if (!used.closed || clock.now() >= until) throw error
      }
    }
    // A stalled one is left to itself: what is asked there may still be answered, or ends with its time.
    if (!pipeline || pipeline.closed || pipeline.stalled) pipeline = connect()
    return await pipeline.ask(query, until - clock.now())
  }
  return Object.assign(ask, { [Symbol.dispose]: () => pipeline?.[Symbol.dispose]() })
}
