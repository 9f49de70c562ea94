import type { Machine } from '../../../machine/machine.ts'
import type { Sockets } from '../../../machine/sockets.ts'
import type { Ip } from '../../../values/ip.ts'
import { addressesIn, belongs, readAnswer } from '../../../wire/dns/answer.ts'
import { addressQuery, encodeQuery } from '../../../wire/dns/query.ts'

const PORT = 53
const PATIENCE_MS = 1500

interface Deps {
  readonly machine: Pick<Machine, 'clock'>
  readonly sockets: Pick<Sockets, 'connectDatagrams'>
  /** Unpredictable bytes, at least two. */
  readonly nonce: () => Uint8Array
}

/**
 * Resolves the name of a time server without encryption, at all these resolvers in parallel: while the clock is so wrong that no
 * certificate is valid, DNS over TLS cannot work. A forged answer leads to a wrong time server, which has one vote in the median.
 * Returns the addresses of the first answer that has some; none if there is none in time.
 */
export async function plainLookUp(
  { machine: { clock }, sockets, nonce }: Deps,
  resolvers: Iterable<Ip>,
  name: string,
): Promise<readonly Ip[]> {
  const { promise, resolve } = Promise.withResolvers<readonly Ip[]>()
  using _patience = clock.after(PATIENCE_MS, () => resolve([]))
  using peers = new DisposableStack()
  const query = addressQuery(name)
  for (const resolver of new Set(resolvers)) {
    const id = Buffer.from(nonce()).readUInt16BE(0)
    const receive = (received: Uint8Array): void => {
      const bytes = Buffer.from(received)
      const response = belongs(bytes, query, id) ? readAnswer(bytes, query, { secure: false }) : undefined
      const ips = response?.kind === 'answer' ? addressesIn(response.answer) : []
      if (ips.length > 0) resolve(ips)
    }
    const peer = peers.use(sockets.connectDatagrams(resolver, PORT, receive, () => undefined))
    peer.send(encodeQuery(query, id, 'plain'))
  }
  return await promise
}
