import type { MonotonicClock } from '../../../machine/machine.ts'
import type { Receive, Stream, UpstreamSockets } from '../../../machine/sockets.ts'
import type { Ip } from '../../../values/ip.ts'
import { type Ask, reconnecting } from './connection.ts'
import { openPipeline } from './pipeline.ts'
import { openResumption } from './resumption.ts'

const IDLE_MS = 20_000

/** DNS over TLS. Nothing is sent unless the certificate is valid for `host`. RFC 7858, RFC 8310 (strict profile). */
export function tlsAsk(
  sockets: UpstreamSockets,
  clock: MonotonicClock,
  { ip, port, host }: { readonly ip: Ip; readonly port: number; readonly host: string },
  onStray: () => void,
): Ask & Disposable {
  const resumption = openResumption()
  return reconnecting(clock, () => {
    const connect = (receive: Receive): Stream => {
      const stream = sockets.connectSecureStream(ip, port, { name: host, session: resumption.session }, receive)
      resumption.watch(stream)
      return stream
    }
    return openPipeline(connect, { clock, form: 'padded', idleMs: IDLE_MS, onStray })
  })
}
