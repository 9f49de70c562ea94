import { z } from 'zod'
import { FIREWALL } from '../../../compiler/firewall/ruleset.ts'
import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import type { packetLog } from '../../../model/firewall/refused/contract.ts'
import { PACKET_TOPICS, type PacketTopic } from '../../../model/firewall/refused/packet.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { PacketEvents } from './log.ts'

const Listing = z.object({ nftables: z.array(z.object({ rule: z.unknown().optional() })) })
const CountedRule = z.object({ comment: z.string(), expr: z.array(z.unknown()) })
const Counter = z.object({ counter: z.object({ packets: z.number() }) })

interface DropCount {
  readonly Topic: PacketTopic
  readonly Dropped: number
  readonly NotLogged: number
}

/** Reads the counters of dropped packets from the firewall's rules. Throws `Refused` if there is no firewall. */
export async function readDropCounts(machine: Pick<Machine, 'nftList'>): Promise<DropCount[]> {
  const { nftables } = Listing.parse(await machine.nftList(FIREWALL, 'terse'))
  const sums = new Map<string, number>()
  for (const { rule } of nftables) {
    const counted = CountedRule.safeParse(rule).data
    if (!counted) continue
    const packets = counted.expr.flatMap((one) => Counter.safeParse(one).data?.counter.packets ?? [])[0] ?? 0
    sums.set(counted.comment, (sums.get(counted.comment) ?? 0) + packets)
  }
  return PACKET_TOPICS.filter((topic) => topic.startsWith('nft:drop:')).map((topic) => {
    const what = topic.slice('nft:drop:'.length)
    return { Topic: topic, Dropped: sums.get(`drop:${what}`) ?? 0, NotLogged: sums.get(`unlogged:${what}`) ?? 0 }
  })
}

interface Deps extends Pick<Core, 'facts' | 'change'> {
  readonly machine: Pick<Machine, 'nftList'>
  readonly packetLog: Pick<PacketEvents, 'lost'>
}

export const packetLogHandlers = ({ facts, change, machine, packetLog: log }: Deps): Handlers<typeof packetLog> => ({
  settings: () => facts.setting('packetLog'),
  async configure({ body }) {
    await change((draft) => draft.set('packetLog', body))
    return facts.setting('packetLog')
  },
  counts: async () => ({ Topics: await readDropCounts(machine), Lost: log.lost() }),
})
