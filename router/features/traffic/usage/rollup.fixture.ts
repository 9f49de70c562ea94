import assert from 'node:assert/strict'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { Counts } from '../../../model/traffic/flows/change.ts'
import type { Place } from '../../../model/traffic/lookup/network.ts'
import { openHistory } from '../../../store/history.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openOwners } from '../flows/owners.ts'
import { limitUse, watchLimits } from './limits.ts'
import { openRollup } from './rollup.ts'

export const HOUR_MS = 3600_000
export const DAY_MS = 24 * HOUR_MS
export const PHONE = { mac: '02:00:00:00:00:01', ip: '192.168.2.6' }
export const TV = { mac: '02:00:00:00:00:02', ip: '192.168.2.10' }

/** A home in which traffic is known by the minute for a day, and roll-ups that can be closed and opened again. */
export async function openHome({ path = ':memory:', minuteMs = 60_000, start = Date.UTC(2026, 2, 1) } = {}) {
  const clock = openSteppedClock(start)
  const { facts, change } = openMemoryFacts()
  const onFailure = (what: string, error: unknown) => assert.fail(`${what}: ${error}`)
  const database = openHistory({ path, clock, onFailure })
  const owners = openOwners(database.keyValueLog('trafficowners'), facts)
  for (const [name, { mac, ip }] of Object.entries({ phone: PHONE, tv: TV }))
    await change((draft) =>
      draft.devices.put(mac, { ...emptyDevice(), MAC: mac, Name: name, RecentIP: ip, Groups: ['family'] }),
    )
  await change((draft) =>
    draft.groups.put('family', { Name: 'family', Disabled: false, GroupTags: [], ServiceDestinations: [] } as never),
  )
  const [phone, tv] = [owners.numberOf(PHONE.ip), owners.numberOf(TV.ip)]
  const records: { at: number; owner: number; counts: Counts }[] = []
  const sampler = {
    get recordedUntil() {
      return Math.floor(clock.now() / minuteMs) * minuteMs
    },
    async between(from: number, to: number) {
      const sums = new Map<number, Counts>()
      for (const { at, owner, counts } of records) {
        // As the history by minute: a day, and no more.
        if (at <= from || at > to || at < clock.now() - DAY_MS) continue
        const had = sums.get(owner) ?? [0, 0, 0, 0]
        sums.set(owner, [had[0] + counts[0], had[1] + counts[1], had[2] + counts[2], had[3] + counts[3]])
      }
      return sums
    },
  }
  const places = new Map<string, Place>([
    ['203.0.113.80', { ASN: 64500, ASNName: 'Example', Country: 'CH' }],
    ['198.51.100.7', { ASN: 64501, ASNName: 'Video', Country: 'US' }],
  ])
  const lookup = {
    places: async () => (ip: string) => places.get(ip) ?? { ASN: 0, ASNName: '', Country: '' },
  }
  let timeZone = 'UTC'
  const zone = () => timeZone
  const open = () =>
    openRollup({
      ...{ clock, zone, database, sampler, lookup, minuteMs, onFailure },
      insights: () => facts.setting('trafficInsights'),
    })
  const bus = openBus((error) => assert.fail(String(error)))
  return {
    ...{ clock, facts, change, owners, database, phone, tv, open, bus, lookup },
    limits: (rollup: ReturnType<typeof open>) => ({
      use: () => limitUse({ facts, clock, zone, rollup, owners }),
      watch: () =>
        watchLimits({
          ...{ facts, bus, clock, zone, rollup, owners, minuteMs, onFailure },
          saved: database.keyValueLog('trafficlimits'),
        }),
    }),
    setZone(name: string) {
      timeZone = name
    },
    /** Adds bytes received from the internet within the minute that ends now. */
    receive(owner: number, bytes: number) {
      records.push({ at: Math.floor(clock.now() / minuteMs) * minuteMs, owner, counts: [0, 0, bytes, 0] })
    },
  }
}
