import type { EthernetFrame, Machine, PacketSocket } from '../../machine/machine.ts'
import { ANSWER_PORTS } from '../../model/firewall/multicast/settings.ts'
import type { Facts } from '../../store/facts.ts'
import { formatSubnet } from '../../values/subnet.ts'
import type { Listening } from './listening.ts'

/** The packet socket for datagrams to multicast groups and for answers to questions, and the groups that are joined for it. */
export interface MulticastSocket extends Disposable {
  /** Receives these ports and groups only. Failures are retried with the next call. */
  listen(wanted: Listening): void
  send(frames: readonly EthernetFrame[]): void
}

interface Deps {
  readonly machine: Pick<Machine, 'openPackets' | 'joinGroups'>
  readonly facts: Facts
  readonly receive: (frames: readonly EthernetFrame[]) => void
  readonly onFailure: (what: string, error: unknown) => void
}

export function openMulticastSocket({ machine, facts, receive, onFailure }: Deps): MulticastSocket {
  let packets: PacketSocket | undefined
  let received = ''
  const joined = new Map<string, Disposable>()

  const open = ({ ports, answersIn }: Pick<Listening, 'ports' | 'answersIn'>): void => {
    const wanted = [...ports, ...answersIn.map(formatSubnet)].join()
    if (wanted === received) return
    packets?.[Symbol.dispose]()
    packets = undefined
    received = ''
    if (ports.length === 0) return
    try {
      const unicast = { unicast: { ports: ANSWER_PORTS, nets: answersIn } }
      packets = machine.openPackets({
        ...{ udpDestinations: ports, multicast: true },
        ...(answersIn.length > 0 && unicast),
      })
      packets.onFrames(receive)
      received = wanted
    } catch (error) {
      onFailure('multicast cannot be received', error)
    }
  }

  const join = (joins: Listening['joins']): void => {
    // A membership ends with its link: a new link with the same name has another index.
    const wanted = new Map(
      joins.flatMap(({ link, groups }) => {
        const index = facts.links.get(link)?.index
        return index === undefined ? [] : [[`${index} ${groups.join()}`, { link, groups }]]
      }),
    )
    for (const [key, membership] of joined)
      if (!wanted.has(key)) {
        membership[Symbol.dispose]()
        joined.delete(key)
      }
    for (const [key, { link, groups }] of wanted)
      if (!joined.has(key))
        try {
          joined.set(key, machine.joinGroups(link, groups))
        } catch (error) {
          onFailure(`multicast groups cannot be joined on ${link}`, error)
        }
  }

  return {
    listen({ joins, ...filter }) {
      open(filter)
      join(joins)
    },
    send: (frames) => packets?.send(frames),
    [Symbol.dispose]() {
      packets?.[Symbol.dispose]()
      for (const membership of joined.values()) membership[Symbol.dispose]()
    },
  }
}
