import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import { sharing } from '../../../machine/sharing.ts'
import { inTurns } from '../../../machine/turns.ts'
import { type Handlers, JsonText } from '../../../model/operation.ts'
import { isNothing, NOTHING, netCount } from '../../../model/traffic/flows/change.ts'
import type { traffic } from '../../../model/traffic/flows/contract.ts'
import { COUNTERS } from '../../../model/traffic/flows/counters.ts'
import { destinationsOf, flowsOf } from '../../../model/traffic/flows/destinations.ts'
import { beginOf } from '../../../model/traffic/flows/flow.ts'
import type { Ip } from '../../../values/ip.ts'
import type { Lookup } from '../lookup/lookup.ts'
import { openCounterText } from './counter-text.ts'
import { MINUTE_MS } from './kept.ts'
import { requestedDevice } from './requested.ts'
import type { TrafficSampler } from './sampler.ts'
import type { FlowWatch } from './watch.ts'

/** So many are written in a turn of the event loop, which takes about a millisecond. */
const ROWS_AT_ONCE = 250

interface Deps extends Pick<Core, 'facts'> {
  readonly machine: Pick<Machine, 'clock'>
  readonly sampler: Pick<TrafficSampler, 'read' | 'history' | 'since'>
  readonly flows: Pick<FlowWatch, 'now'>
  readonly lookup: Pick<Lookup, 'places'>
}

const timeText = (time: number): string => new Date(time).toISOString()

export function trafficHandlers({ machine, facts, sampler, flows, lookup }: Deps): Handlers<typeof traffic> {
  const addressOf = (device: string): string => requestedDevice(facts, device).RecentIP

  const nameOf = (ip: Ip): string => facts.devices.by('RecentIP', ip)?.Name ?? ''
  const counters = new Map(
    COUNTERS.map((name) => {
      const text = openCounterText(nameOf)
      return [name, sharing(async () => text(await sampler.read(name), machine.clock.now()))]
    }),
  )

  const allFlows = sharing(async () => {
    const texts: string[] = []
    await inTurns(await flows.now(), ROWS_AT_ONCE, (flow) => texts.push(JSON.stringify(flow)))
    return new JsonText(`[${texts.join()}]\n`)
  })

  const totals = new Map<number, () => Promise<JsonText>>()
  const totalsOf = async (minutes: number): Promise<JsonText> => {
    const since = machine.clock.now() - minutes * MINUTE_MS
    const texts: string[] = []
    await inTurns(await sampler.since(since), ROWS_AT_ONCE, ([ip, counts]) => {
      if (!isNothing(counts)) texts.push(`"${ip}":${JSON.stringify(netCount(counts))}`)
    })
    return new JsonText(`{"Since":"${timeText(since)}","Totals":{${texts.join()}}}\n`)
  }

  return {
    counters: ({ params: { name } }) => counters.get(name)!(),

    async flows({ query: { device } }) {
      const ip = device === undefined ? undefined : addressOf(device)
      return ip === undefined ? await allFlows() : flowsOf(await flows.now(), ip)
    },

    async ofDevice({ params: { identity } }) {
      const IP = addressOf(identity)
      const now = machine.clock.now()
      const since = beginOf(now)
      const Destinations = destinationsOf(await flows.now(), IP, now, await lookup.places())
      const [LanIn, LanOut, WanIn, WanOut] = (await sampler.since(since)).get(IP) ?? NOTHING
      return { IP, Since: timeText(since), BytesIn: LanIn + WanIn, BytesOut: LanOut + WanOut, Destinations }
    },

    history: ({ query: { minutes } }) => sampler.history(minutes),

    totals({ query: { minutes } }) {
      const read =
        totals.get(minutes) ??
        sharing(() => {
          // Later callers share another run, so that no result is kept between calls.
          totals.delete(minutes)
          return totalsOf(minutes)
        })
      totals.set(minutes, read)
      return read()
    },
  }
}
