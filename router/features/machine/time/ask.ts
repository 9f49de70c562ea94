import type { Machine } from '../../../machine/machine.ts'
import type { Sockets } from '../../../machine/sockets.ts'
import type { Ip } from '../../../values/ip.ts'
import { isIp } from '../../../values/ip.ts'
import { offsetIn, sntpQuestion } from '../../../wire/sntp.ts'

const PORT = 123
const PATIENCE_MS = 3000

export interface AskDeps {
  readonly machine: Pick<Machine, 'clock'>
  readonly resolver: { lookUp(name: string): Promise<{ readonly ips: readonly Ip[] } | undefined> }
  readonly sockets: Pick<Sockets, 'connectDatagrams'>
  /** Eight unpredictable bytes. */
  readonly nonce: () => Uint8Array
}

/**
 * How many milliseconds our clock is behind each of these servers that answers in time, in no order. Addresses in `asked` are left out, and
 * those of this call are added to it.
 */
export async function askServers(deps: AskDeps, servers: readonly string[], asked: Set<Ip>): Promise<number[]> {
  const { machine, resolver } = deps
  const late = Promise.withResolvers<undefined>()
  using _patience = machine.clock.after(PATIENCE_MS, () => late.resolve(undefined))
  const offsets = await Promise.all(
    servers.map(async (server) => {
      const found = isIp(server) ? { ips: [server] } : await Promise.race([resolver.lookUp(server), late.promise])
      // Names of one pool may lead to one server, which has one vote.
      const ip = found?.ips.find((one) => !asked.has(one))
      if (ip === undefined) return undefined
      asked.add(ip)
      return askOne(deps, ip, late.promise)
    }),
  )
  return offsets.filter((offset) => offset !== undefined)
}

async function askOne(
  { machine: { clock }, sockets, nonce }: AskDeps,
  ip: Ip,
  late: Promise<undefined>,
): Promise<number | undefined> {
  const ours = nonce()
  const reply = Promise.withResolvers<number | undefined>()
  const asked = clock.now()
  using peer = sockets.connectDatagrams(
    ip,
    PORT,
    (bytes) => {
      const offset = offsetIn(bytes, ours, { asked, answered: clock.now() })
      if (offset !== undefined) reply.resolve(offset)
    },
    () => reply.resolve(undefined),
  )
  peer.send(sntpQuestion(ours))
  return await Promise.race([reply.promise, late])
}
