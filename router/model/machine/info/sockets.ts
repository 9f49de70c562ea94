import { z } from 'zod'

/** A socket of a program on the router. Addresses and ports as ss(8) prints them: `*` means any. */
export const SocketEntry = z
  .object({
    netid: z.string().meta({ description: 'The kind of socket, such as tcp or udp', example: 'tcp' }),
    state: z.string().meta({ description: 'The state of the socket, such as LISTEN or ESTAB', example: 'LISTEN' }),
    recv_q: z
      .int()
      .meta({ description: 'Bytes received and not yet read; for a listening socket, connections not yet accepted' }),
    send_q: z.int().meta({
      description: 'Bytes sent and not yet acknowledged; for a listening socket, the most connections that may wait',
    }),
    local_address: z.string().meta({ description: 'The router’s address', example: '0.0.0.0' }),
    local_port: z.string().meta({ description: 'The router’s port', example: '80' }),
    peer_address: z.string().meta({ description: 'The other address', example: '0.0.0.0' }),
    peer_port: z.string().meta({ description: 'The other port', example: '*' }),
    interface: z.string().optional().meta({ description: 'The only link that it is bound to', example: 'lo' }),
    opts: z.string().optional().meta({ description: 'Whose it is', example: 'users:(("node",pid=812,fd=24))' }),
  })
  .meta({ id: 'SocketEntry' })
export type SocketEntry = z.infer<typeof SocketEntry>

/** The most sockets that are listed; a router under attack has more. */
const MOST = 1000

/** The lines of `ss -H`: network, state, two queue lengths, two ends, and whose it is. Other lines are passed over. */
export function parseSockets(text: string): SocketEntry[] {
  return text
    .split('\n', MOST)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns.length >= 6)
    .map(([netid = '', state = '', received, toSend, local = '', peer = '', ...opts]) => {
      const [near, far] = [endOf(local), endOf(peer)]
      const bound = near.link ?? far.link
      return {
        netid,
        state,
        recv_q: Number(received) || 0,
        send_q: Number(toSend) || 0,
        local_address: near.address,
        local_port: near.port,
        peer_address: far.address,
        peer_port: far.port,
        ...(bound === undefined ? {} : { interface: bound }),
        ...(opts.length > 0 ? { opts: opts.join(' ') } : {}),
      }
    })
}

/** `127.0.0.53%lo:53` or `[fe80::1]%eth0:546`: an address, perhaps a link, a port. */
function endOf(text: string): { address: string; port: string; link: string | undefined } {
  const colon = text.lastIndexOf(':')
  const [address = '', link] = text.slice(0, colon).split('%', 2)
  return { address: address.replace(/^\[|\]$/g, ''), port: text.slice(colon + 1), link }
}
