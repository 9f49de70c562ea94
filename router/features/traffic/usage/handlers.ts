import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { identityOf, keyOfDevice } from '../../../model/home/devices/device.ts'
import { ByteStream, type Handlers } from '../../../model/operation.ts'
import { type Counts, isNothing, NOTHING, netCount, sumOfCounts } from '../../../model/traffic/flows/change.ts'
import { destinationsOf } from '../../../model/traffic/flows/destinations.ts'
import { beginOf } from '../../../model/traffic/flows/flow.ts'
import { type Scale, startOf, startsBetween } from '../../../model/traffic/usage/calendar.ts'
import { DEFAULT_PERIODS, MOST_PERIODS, type usage } from '../../../model/traffic/usage/contract.ts'
import type { TrafficUsage } from '../../../model/traffic/usage/usage.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { csvLine } from '../../../values/csv.ts'
import type { Owners } from '../flows/owners.ts'
import { requestedDevice } from '../flows/requested.ts'
import type { TrafficSampler } from '../flows/sampler.ts'
import type { FlowWatch } from '../flows/watch.ts'
import type { Lookup } from '../lookup/lookup.ts'
import { type DeviceNetwork, destinationsByNetwork, overviewOf } from './insights.ts'
import { keyOfLimit, limitUse } from './limits.ts'
import { NetworkSums } from './networks.ts'
import type { ByOwner } from './packed.ts'
import type { Rollup } from './rollup.ts'
import { wholeOf } from './whole.ts'

const HOUR_MINUTES = 60
/** The longest period of insights. */
const MOST_HOURS = 90 * 24 + 1
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** At least as long as the periods of `MOST_PERIODS`. */
const LONGEST_MS = { hour: 32 * DAY_MS, day: 400 * DAY_MS, month: 400 * DAY_MS } as const

/** What the usage of traffic is read from. */
export interface UsageNeeds {
  readonly rollup: Pick<Rollup, 'periods' | 'networks'>
  readonly sampler: Pick<TrafficSampler, 'since'>
  readonly owners: Owners
  readonly flows: Pick<FlowWatch, 'now'>
  readonly lookup: Pick<Lookup, 'places'>
}

type Deps = Pick<Core, 'facts' | 'change' | 'clock' | 'zone'> & UsageNeeds

interface Query {
  readonly scale: Scale
  readonly device?: string | undefined
  readonly group?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const timeText = (ms: number): string => new Date(ms).toISOString()
const total = ([a, b, c, d]: Counts): number => a + b + c + d
const wanOf = ([, , down, up]: Counts): { down: number; up: number } => ({ down, up })

export function usageHandlers({
  facts,
  change,
  clock,
  zone,
  rollup,
  sampler,
  owners,
  flows,
  lookup,
}: Deps): Handlers<typeof usage> {
  /** Whether an owner is one of the requested devices. Throws `NotFound`. */
  function chosen({ device, group }: Query): (owner: number) => boolean {
    if (device !== undefined) {
      const key = keyOfDevice(requestedDevice(facts, device))
      return (owner) => owners.identityOf(owner) === key
    }
    if (group === undefined) return () => true
    if (!facts.groups.get(group)) throw new NotFound(phrase('traffic.groupUnknown', JSON.stringify(group)))
    return (owner) => deviceOf(owner)?.Groups.includes(group) ?? false
  }
  const deviceOf = (owner: number) => {
    const identity = owners.identityOf(owner)
    return identity === undefined ? undefined : facts.devices.get(identity)
  }

  /** The requested span, in milliseconds since 1970. Throws `Invalid`. */
  function spanOf({ scale, from, to }: Query): { first: number; end: number } {
    const end = to === undefined ? clock.now() : Math.min(Date.parse(to), clock.now())
    let first = from === undefined ? undefined : Date.parse(from)
    if (first === undefined) {
      first = startOf(scale, Math.max(0, end - 1), zone())
      for (let n = 1; n < DEFAULT_PERIODS[scale]; n++) first = startOf(scale, first - 1, zone())
    }
    if (first > end) throw new Invalid(phrase('traffic.fromBeforeTo'), 'from')
    const starts = startsBetween(scale, Math.max(first, end - LONGEST_MS[scale]), end, zone(), MOST_PERIODS[scale])
    return { first: starts[0] ?? first, end }
  }

  async function periodsOf(query: Query) {
    const isChosen = chosen(query)
    const { first, end } = spanOf(query)
    const periods = await rollup.periods(query.scale, first, end, MOST_PERIODS[query.scale])
    return { isChosen, first, end, periods }
  }

  async function read(query: Query): Promise<TrafficUsage> {
    const { isChosen, first, end, periods } = await periodsOf(query)
    const sums = new Map<number, Counts>()
    const Periods = periods.map(({ start, value }) => {
      let sum = NOTHING
      for (const [owner, counts] of value) {
        if (!isChosen(owner)) continue
        sum = sumOfCounts(sum, counts)
        sums.set(owner, sumOfCounts(sums.get(owner) ?? NOTHING, counts))
      }
      return { Start: timeText(start), ...netCount(sum) }
    })
    const by = query.scale === 'hour' ? 'hour' : 'day'
    const all = new NetworkSums()
    for (const { value } of await rollup.networks(by, first, end))
      for (const [owner, list] of value) if (isChosen(owner)) all.merge(new Map([[0, list]]))
    return {
      Scale: query.scale,
      Since: timeText(first),
      Until: timeText(end),
      Zone: zone(),
      Periods,
      Devices: devicesOf(sums),
      Groups: groupsOf(sums),
      Networks: wholeOf(all.top().get(0) ?? [], wanOf([...sums.values()].reduce(sumOfCounts, NOTHING))).map(
        ({ asn: ASN, name: ASNName, country: Country, down, up }) => ({
          ...{ ASN, ASNName, Country },
          BytesIn: down,
          BytesOut: up,
        }),
      ),
    }
  }

  function devicesOf(sums: ReadonlyMap<number, Counts>): TrafficUsage['Devices'] {
    const rows = new Map<string, { Identity: string; Name: string; IP: string; counts: Counts }>()
    for (const [owner, counts] of sums) {
      const device = deviceOf(owner)
      const Identity = device ? keyOfDevice(device) : ''
      const had = rows.get(Identity)?.counts ?? NOTHING
      rows.set(Identity, {
        Identity,
        Name: device?.Name ?? '',
        IP: device?.RecentIP ?? '',
        counts: sumOfCounts(had, counts),
      })
    }
    return [...rows.values()]
      .sort((a, b) => total(b.counts) - total(a.counts))
      .map(({ counts, ...row }) => ({ ...row, ...netCount(counts) }))
  }

  function groupsOf(sums: ReadonlyMap<number, Counts>): TrafficUsage['Groups'] {
    const groups = new Map<string, Counts>()
    for (const [owner, counts] of sums)
      for (const name of deviceOf(owner)?.Groups ?? [])
        groups.set(name, sumOfCounts(groups.get(name) ?? NOTHING, counts))
    return [...groups]
      .sort(([, a], [, b]) => total(b) - total(a))
      .map(([Name, counts]) => ({ Name, ...netCount(counts) }))
  }

  async function* csv({ isChosen, periods }: Awaited<ReturnType<typeof periodsOf>>): AsyncGenerator<Uint8Array> {
    yield Buffer.from(csvLine(['Start', 'Device', 'Identity', 'LanIn', 'LanOut', 'WanIn', 'WanOut']))
    for (const { start, value } of periods) {
      const lines = [...value].flatMap(([owner, counts]) => {
        if (!isChosen(owner) || isNothing(counts)) return []
        const device = deviceOf(owner)
        return csvLine([timeText(start), device?.Name ?? '', device ? keyOfDevice(device) : '', ...counts])
      })
      yield Buffer.from(lines.join(''))
    }
  }

  /** The bytes of each owner since the start of an hour, which is in milliseconds since 1970. */
  async function countsSince(since: number): Promise<ByOwner> {
    const sums = new Map<number, Counts>()
    for (const { value } of await rollup.periods('hour', since, clock.now(), MOST_HOURS))
      for (const [owner, counts] of value) sums.set(owner, sumOfCounts(sums.get(owner) ?? NOTHING, counts))
    return sums
  }

  /** The flows of the last hour by network, and what each device exchanged in connections too short to be seen. */
  async function recentNetworks(since: number): Promise<DeviceNetwork[]> {
    const placeOf = await lookup.places()
    const rows = (await flows.now()).flatMap(({ Src, Dst, Bytes }): DeviceNetwork[] => {
      const [isFrom, isTo] = [Src, Dst].map((ip) => facts.devices.by('RecentIP', ip) !== undefined)
      if (isFrom === isTo) return []
      const [ip, other] = isFrom ? [Src, Dst] : [Dst, Src]
      const { ASN: asn, ASNName: name, Country: country } = placeOf(other)
      return [{ ip, asn, name, country, down: isTo ? Bytes : 0, up: isFrom ? Bytes : 0 }]
    })
    const byDevice = Map.groupBy(rows, ({ ip }) => ip)
    return [...(await sampler.since(since))].flatMap(([ip, counts]) =>
      wholeOf(byDevice.get(ip) ?? [], wanOf(counts)).map((one) => ({ ...one, ip })),
    )
  }

  const sinceOf = (minutes: number): number => {
    const now = clock.now()
    return minutes <= HOUR_MINUTES ? beginOf(now) : startOf('hour', now - minutes * MINUTE_MS, zone())
  }
  const limits = () => limitUse({ facts, clock, zone, rollup, owners })

  return {
    read: ({ query }) => read(query),
    async csv({ query }) {
      return new ByteStream(csv(await periodsOf(query)))
    },

    limits,
    async setLimits({ body }) {
      const rows = body.map(({ Device, Group, Bytes }) => {
        if ((Device === '') === (Group === '')) throw new Invalid(phrase('traffic.limitDeviceOrGroup'))
        if (Group !== '' && !facts.groups.get(Group))
          throw new NotFound(phrase('traffic.groupUnknown', JSON.stringify(Group)))
        const identity = Device === '' ? '' : identityOf(Device)
        if (identity !== '' && !facts.devices.get(identity))
          throw new NotFound(phrase('home.noDeviceWith', JSON.stringify(Device)))
        return { Device: identity, Group, Bytes }
      })
      if (new Set(rows.map(keyOfLimit)).size < rows.length) throw new Invalid(phrase('traffic.limitExists'))
      await change((draft) => draft.set('trafficLimits', rows))
      return limits()
    },

    insightsConfig: () => facts.setting('trafficInsights'),
    async setInsights({ body }) {
      await change((draft) => draft.set('trafficInsights', body))
      return facts.setting('trafficInsights')
    },

    async overview({ query: { minutes } }) {
      const [now, since] = [clock.now(), sinceOf(minutes)]
      if (minutes <= HOUR_MINUTES) return overviewOf(await recentNetworks(since), since, now)
      const sums = new NetworkSums()
      for (const { value } of await rollup.networks('hour', since, now)) sums.merge(value)
      const networks = sums.top()
      const rows = [...(await countsSince(since))].flatMap(([owner, counts]) => {
        const ip = owners.addressOf(owner) ?? ''
        return wholeOf(networks.get(owner) ?? [], wanOf(counts)).map((one) => ({ ip, ...one }))
      })
      return overviewOf(rows, since, now)
    },

    async ofDevice({ params: { ip }, query: { minutes } }) {
      const [now, since] = [clock.now(), sinceOf(minutes)]
      const isRecent = minutes <= HOUR_MINUTES
      const owner = owners.numberOf(ip)
      const Destinations = isRecent
        ? destinationsOf(await flows.now(), ip, now, await lookup.places())
        : destinationsByNetwork(
            (await rollup.networks('hour', since, now)).map(({ start, value }) => ({
              start,
              value: value.get(owner) ?? [],
            })),
            now,
          )
      const [LanIn, LanOut, WanIn, WanOut] =
        (isRecent ? (await sampler.since(since)).get(ip) : (await countsSince(since)).get(owner)) ?? NOTHING
      // Networks of longer periods are those of the internet alone.
      const [BytesIn, BytesOut] = isRecent ? [LanIn + WanIn, LanOut + WanOut] : [WanIn, WanOut]
      return { IP: ip, Since: timeText(since), BytesIn, BytesOut, Destinations }
    },
  }
}
