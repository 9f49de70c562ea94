import type { Ip } from '../../router/values/ip.ts'
import type { Namespace } from '../home/namespace.ts'

/** The first packet of a connection, sent with ordinary tools from a machine that has the source address. */
export interface Probe {
  readonly from: Namespace
  readonly source: Ip
  readonly destination: Ip
  readonly protocol: 'tcp' | 'udp' | 'icmp'
  /** The destination port; ignored for pings. */
  readonly port: number
}

/** The result of a probe. */
export interface Fate {
  /** The machines at which it arrived, each as `<name> <address>[:<port>]` with the destination as received. */
  readonly arrived: readonly string[]
  /** What the sender received: a response, a refusal (reset or ICMP error), or nothing within a second. */
  readonly reply: 'answer' | 'refusal' | 'nothing'
}

/** Records arrivals on several machines until it is closed. */
export interface Range extends AsyncDisposable {
  /** Sends the probes, a few at a time, and returns the result of each in the same order. */
  send(probes: readonly Probe[]): Promise<Fate[]>
}

/** A probe is identified by its source port, a ping by its ICMP ID; each is used once. */
const FIRST_NUMBER = 20_000
const LAST_NUMBER = 29_999
const AT_ONCE = 16
let number = FIRST_NUMBER

const TABLE = 'inet range'

/** A packet that a router has let in passes the end of `input`; to any other machine it has come when it arrives. */
const noting = (hook: string): string => `table ${TABLE} {
  set arrived { type ipv4_addr . inet_proto . inet_service . inet_service; flags dynamic; size 65535; }
  set pinged { typeof ip daddr . icmp id; flags dynamic; size 65535; }
  chain noted {
    type filter hook ${hook};
    tcp sport ${FIRST_NUMBER}-${LAST_NUMBER} tcp flags & (syn | ack) == syn add @arrived { ip daddr . meta l4proto . th sport . th dport }
    udp sport ${FIRST_NUMBER}-${LAST_NUMBER} add @arrived { ip daddr . meta l4proto . th sport . th dport }
    icmp type echo-request icmp id ${FIRST_NUMBER}-${LAST_NUMBER} add @pinged { ip daddr . icmp id }
  }
}`

export async function openRange(machines: readonly Namespace[], router: Namespace): Promise<Range> {
  const all = [...machines, router]
  await Promise.all(
    all.map(async (machine) => {
      const hook = machine === router ? 'input priority 300' : 'prerouting priority -500'
      await machine.run(['nft', '-f', '-'], { input: noting(hook) })
      // Otherwise the kernel limits ICMP errors to frequent senders.
      await machine.sysctl('net.ipv4.icmp_ratemask', '0')
    }),
  )
  return {
    async send(probes) {
      const sent = probes.map((probe) => ({ ...probe, number: number++ }))
      const replies: Fate['reply'][] = []
      let next = 0
      const sender = async (): Promise<void> => {
        while (next < sent.length) {
          const index = next++
          replies[index] = await sendProbe(sent[index]!)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, sender))
      const seen = (await Promise.all(all.map(arrivals))).flat()
      return sent.map(({ protocol, number: own }, index) => ({
        reply: replies[index] ?? 'nothing',
        arrived: seen.flatMap(({ at, by }) => (by === `${protocol} ${own}` ? at : [])),
      }))
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((machine) => machine.run(['nft', 'delete', 'table', ...TABLE.split(' ')])))
    },
  }
}

async function sendProbe({ from, source, destination, protocol, port, number }: Probe & { number: number }) {
  const own = `bind=${source}:${number}`
  const argv = {
    tcp: ['socat', '-u', '/dev/null', `TCP4:${destination}:${port},${own},connect-timeout=1`],
    udp: ['socat', '-t', '1', '-', `UDP4:${destination}:${port},${own}`],
    icmp: ['ping', '-c', '1', '-W', '1', '-e', String(number), '-I', source, destination],
  }[protocol]
  const { code, stdout, stderr } = await from.outcome(argv, { input: protocol === 'udp' ? 'probe' : '' })
  if (/refused|No route to host|Packet filtered|Unreachable/i.test(stdout + stderr)) return 'refusal'
  return code === 0 && (protocol !== 'udp' || stdout !== '') ? 'answer' : 'nothing'
}

interface Listed {
  readonly set?: { readonly name: string; readonly elem?: readonly { readonly concat: readonly unknown[] }[] }
}

async function arrivals(machine: Namespace): Promise<{ readonly at: string; readonly by: string }[]> {
  const { nftables } = JSON.parse(await machine.run(['nft', '-j', 'list', 'table', ...TABLE.split(' ')])) as {
    nftables: Listed[]
  }
  return nftables.flatMap(({ set }) =>
    (set?.elem ?? []).map(({ concat }) => {
      const [ip, ...rest] = concat
      if (set?.name === 'pinged') return { at: `${machine.name} ${ip}`, by: `icmp ${rest[0]}` }
      const [protocol, number, port] = rest
      return { at: `${machine.name} ${ip}:${port}`, by: `${protocol} ${number}` }
    }),
  )
}
