import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { openRollup } from '../../router/features/traffic/usage/rollup.ts'
import { openSteppedClock } from '../../router/machine/stepped.fixture.ts'
import { openHistory } from '../../router/store/history.ts'
import type { Row } from './table.ts'

const DEVICES = 200
const NETWORKS = 12
const HOUR_MS = 3600_000
const HOURS = 366 * 24
const MB = 1024 * 1024
const AIM_MB = 50

/** A year of traffic of 200 devices with 12 networks in every hour: the size of the file, and a read of the year. */
export async function benchTrafficYear(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-bench-traffic-'))
  try {
    return await fillYear(join(directory, 'history.db'))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function fillYear(path: string): Promise<Row[]> {
  const clock = openSteppedClock(Date.UTC(2024, 2, 1))
  const onFailure = (what: string, cause: unknown): never => {
    throw new Error(what, { cause })
  }
  const database = openHistory({ path, clock, onFailure })
  // Numbers without a pattern, from bytes to gigabytes: they compress as badly as real ones.
  let seed = 1
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const amount = (): number => Math.floor(10 ** (2 + 7 * random()))
  const sampler = {
    get recordedUntil() {
      return clock.now()
    },
    between: async () =>
      new Map(
        Array.from({ length: DEVICES }, (_, owner) => [owner, [amount(), amount(), amount(), amount()] as const]),
      ),
  }
  const lookup = {
    places: async () => (ip: string) => {
      const number = Number(ip.split('.')[3])
      return { ASN: 64_000 + number, ASNName: `Network ${number}, Inc.`, Country: number % 2 ? 'US' : 'DE' }
    },
  }
  const rollup = openRollup({
    ...{ clock, database, sampler, lookup, onFailure, zone: () => 'UTC', minuteMs: HOUR_MS },
    insights: () => ({ Enabled: true, RetentionDays: 7 }),
  })
  const internet = 0xcb007100
  const began = performance.now()
  for (let hour = 0; hour < HOURS; hour++) {
    for (let device = 0; device < DEVICES; device++)
      for (let n = 0; n < NETWORKS; n++) rollup.count(internet + Math.floor(random() * 200), device, amount())
    await clock.step(HOUR_MS)
  }
  const perHour = (performance.now() - began) / HOURS
  const now = clock.now()
  const readBegan = performance.now()
  const months = await rollup.periods('month', now - 366 * 24 * HOUR_MS, now, 13)
  const readMs = performance.now() - readBegan
  const hours = await rollup.periods('hour', now - 366 * 24 * HOUR_MS, now, HOURS)
  const kept = hours.filter(({ value }) => value.size > 0).length
  rollup[Symbol.dispose]()
  database[Symbol.dispose]()
  const size = statSync(path).size / MB
  return [
    row('a year of traffic of 200 devices, every hour: file', `${size.toFixed(1)} MB`, size / AIM_MB, `≤ ${AIM_MB} MB`),
    row('hours kept of a year', String(kept), kept / HOURS, `${HOURS}`),
    row('a roll-up of one hour', `${perHour.toFixed(1)} ms`, perHour / 100, '≤ 100 ms'),
    row(`${months.length} months of 200 devices`, `${readMs.toFixed(0)} ms`, readMs / 1000, '≤ 1 s'),
  ]
}

const row = (what: string, ours: string, ratio: number, aim: string): Row => ({
  ...{ what, ours, aim },
  peer: '',
  ratio: ratio.toFixed(2),
})
