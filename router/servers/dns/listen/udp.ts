import type { Datagrams, Sockets } from '../../../machine/sockets.ts'
import type { Ip } from '../../../values/ip.ts'
import { datagramLimit } from '../../../wire/dns/reply.ts'
import type { Serve } from '../serve.ts'

/** Answer questions that come one in each datagram. */
export async function listenUdp(
  sockets: Sockets,
  ip: Ip,
  port: number,
  serve: Serve,
  failed: (error: Error) => void,
): Promise<Disposable> {
  const socket: Datagrams = await sockets.bindDatagrams(
    ip,
    port,
    (bytes, from, fromPort) => {
      // No client asks from port 0, and an answer could not be sent there.
      if (fromPort === 0) return
      const reply = serve(bytes, from, datagramLimit)
      if (reply instanceof Promise) void reply.then((later) => socket.send(later, fromPort, from))
      else if (reply) socket.send(reply, fromPort, from)
    },
    failed,
  )
  return socket
}
