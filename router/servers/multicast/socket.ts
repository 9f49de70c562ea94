import type { EthernetFrame, Machine, PacketSocket } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import type { Listening } from './listening.ts'

/** The packet socket for datagrams to multicast groups, and the groups that are joined for it. */
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

  const open = (ports: readonly number[]): void => {
    if (ports.join() === received) return
    packets?.[Symbol.dispose]()
    packets = undefined
    received = ''
    if (ports.length === 0) return
    try {
      packets = machine.openPackets({ udpDestinations: ports, multicast: true })
      packets.onFrames(receive)
      received = ports.join()
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
    listen({ ports, joins }) {
      open(ports)
      join(joins)
    },
    send: (frames) => packets?.send(frames),
    [Symbol.dispose]() {
      packets?.[Symbol.dispose]()
      for (const membership of joined.values()) membership[Symbol.dispose]()
    },
  }
}
