import type { EthernetFrame, Machine, PacketSocket } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import type { Listening } from './listening.ts'

/** The socket that datagrams to groups come from and go out by, and the groups that are joined for it. */
export interface Ears extends Disposable {
  /** From now on hear just this. What cannot be heard is tried again the next time. */
  listen(wanted: Listening): void
  send(frames: readonly EthernetFrame[]): void
}

interface Parts {
  readonly machine: Pick<Machine, 'openPackets' | 'joinGroups'>
  readonly facts: Facts
  readonly receive: (frames: readonly EthernetFrame[]) => void
  readonly onFailure: (what: string, error: unknown) => void
}

export function openEars({ machine, facts, receive, onFailure }: Parts): Ears {
  let packets: PacketSocket | undefined
  let hears = ''
  const joined = new Map<string, Disposable>()

  const hear = (ports: readonly number[]): void => {
    if (ports.join() === hears) return
    packets?.[Symbol.dispose]()
    packets = undefined
    hears = ''
    if (ports.length === 0) return
    try {
      packets = machine.openPackets({ udpDestinations: ports, multicast: true })
      packets.onFrames(receive)
      hears = ports.join()
    } catch (error) {
      onFailure('multicast is not heard', error)
    }
  }

  const join = (joins: Listening['joins']): void => {
    // A link that is gone took its memberships along: one that comes back under its name has another index.
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
      hear(ports)
      join(joins)
    },
    send: (frames) => packets?.send(frames),
    [Symbol.dispose]() {
      packets?.[Symbol.dispose]()
      for (const membership of joined.values()) membership[Symbol.dispose]()
    },
  }
}
