import type { Packet } from '../../compiler/decision.ts'
import type { MemberAt } from '../../compiler/ends.ts'
import { decide } from '../../compiler/firewall/decide.ts'
import type { Network } from '../../compiler/network.ts'
import { isAnyPort, portsOf } from '../../features/firewall/port.ts'
import type { Ip } from '../../values/ip.ts'

/** A port that represents all ports without a rule. */
const ORDINARY_PORT = 49_151
/** Rules may change with a time of day or a state, without an event. */
const KEEP_MS = 1000

export interface Permissions {
  /** Whether the firewall accepts any new connection from one device to the other to any port. */
  readonly mayConnect: (from: Ip, to: Ip) => boolean
  /** Whether the firewall accepts a first UDP packet from one device to this port of the other. */
  readonly maySend: (from: Ip, to: Ip, port: number) => boolean
  /** Discards verdicts that are no longer valid. */
  readonly forget: () => void
}

interface Deps {
  readonly network: () => Network
  readonly memberAt: MemberAt
  /** Milliseconds of the monotonic clock. */
  readonly now: () => number
}

/** Which devices may connect to which others, by the same chains as the kernel's. Verdicts are kept for a second, until facts change. */
export function openPermissions({ network, memberAt, now }: Deps): Permissions {
  const verdicts = new Map<string, boolean>()
  let since = now()
  let probes: readonly Probe[] | undefined

  const mayConnect = (source: Ip, destination: Ip): boolean => {
    const home = network()
    probes ??= probesOf(home)
    return probes.some((probe) => decide(home, memberAt, { source, destination, ...probe }).verdict === 'accept')
  }

  const forget = (): void => {
    verdicts.clear()
    probes = undefined
    since = now()
  }

  return {
    forget,
    maySend: (source, destination, port) =>
      decide(network(), memberAt, { source, destination, protocol: 'udp', port }).verdict === 'accept',
    mayConnect(from, to) {
      if (now() - since >= KEEP_MS) forget()
      const key = `${from} ${to}`
      const known = verdicts.get(key)
      if (known !== undefined) return known
      const verdict = mayConnect(from, to)
      verdicts.set(key, verdict)
      return verdict
    },
  }
}

type Probe = Pick<Packet, 'protocol' | 'port'>

/** The ports that any rule of the home permits, and one for all others: a rule treats all ports of its range alike. */
function probesOf({ frame, slots }: Network): Probe[] {
  const ports = new Set<number>([ORDINARY_PORT])
  const add = ({ first, last }: { first: number; last: number }): void => {
    if (!isAnyPort({ first, last })) ports.add(first).add(last)
  }
  for (const { set, key, spans } of slots.values()) {
    if (set.kind !== 'endpoint') continue
    const port = Number(key.at(-1))
    if (set.ports === 'one' && port > 0) ports.add(port)
    for (const span of spans) if (span.ports) add(span.ports)
  }
  for (const rule of frame.pfw) if (rule.action.Kind === 'allow') add(portsOf(rule.ports))
  return [...ports].flatMap((port): Probe[] => [
    { protocol: 'tcp', port },
    { protocol: 'udp', port },
  ])
}
