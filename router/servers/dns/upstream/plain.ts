import { randomInt } from 'node:crypto'
import type { Clock } from '../../../machine/machine.ts'
import type { Sockets } from '../../../machine/sockets.ts'
import type { Ip } from '../../../values/ip.ts'
import { belongs, type Received, readAnswer } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import { encodeQuery, type Query } from '../../../wire/dns/query.ts'
import type { Ask } from './connection.ts'
import { openPipeline } from './pipeline.ts'

/**
 * Ask in the clear: over UDP with a port and an ID of its own for each question, over TCP when the answer does not fit or
 * somebody else seems to answer in the upstream's place. RFC 5452.
 */
export function plainAsk(sockets: Sockets, clock: Clock, ip: Ip, port: number, onStray: () => void): Ask {
  const overTcp: Ask = async (query, limitMs) => {
    using pipeline = openPipeline(sockets.connectStream(ip, port), { clock, secure: false, idleMs: 0, onStray })
    return await pipeline.ask(query, limitMs)
  }
  return async (query, limitMs) => {
    const until = clock.now() + limitMs
    let received = await overUdp(query, 'edns', limitMs)
    // A server older than EDNS says that it cannot read the question. RFC 6891 7.
    if (received.kind === 'answer' && received.answer.rcode === RCODE.FORMERR) {
      received = await overUdp(query, 'plain', until - clock.now())
    }
    return received.kind === 'answer' ? received.answer : overTcp(query, until - clock.now())
  }

  function overUdp(query: Query, form: 'plain' | 'edns', limitMs: number): Promise<Received> {
    const id = randomInt(0x10000)
    return new Promise<Received>((resolve, reject) => {
      let strays = 0
      const socket = sockets.connectDatagrams(
        ip,
        port,
        (bytes) => {
          const received = belongs(bytes, query, id) ? readAnswer(bytes, query, { secure: false }) : undefined
          if (received) return finish(() => resolve(received))
          // Not what we asked, or not whole: forged, late or broken. The true answer may still come.
          onStray()
          if (++strays >= MOST_STRAYS) finish(() => resolve({ kind: 'truncated' }))
        },
        (error) => finish(() => reject(error)),
      )
      const timer = clock.after(limitMs, () => finish(() => reject(new Error('no answer in time'))))
      const finish = (settle: () => void): void => {
        timer[Symbol.dispose]()
        socket[Symbol.dispose]()
        settle()
      }
      socket.send(encodeQuery(query, id, form))
    })
  }
}

/** Wrong answers to one question until guessing is no longer likely to be chance, and TCP is asked instead. */
const MOST_STRAYS = 8
