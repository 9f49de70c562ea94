import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { basic } from '../contract/call.ts'
import type { Router } from '../guests/router.ts'
import { loadDns } from './dns-load.ts'
import { loadHttp } from './http-load.ts'
import { openStage, place, routeOurs, type Stage } from './stage.ts'
import { median, type Row } from './table.ts'
import { turnsSince } from './turns.ts'

const TURNS = fileURLToPath(new URL('turns.js', import.meta.url))
const RATE = 5000
const CONNECTIONS = 8
const SECONDS = 4
const RUNS = 5
const NAME = 'paper.lan'
const TOPIC = 'log:www:access'

/**
 * What 5,000 stored events a second cost the rest of the daemon: each call of the API publishes one, which is stored or not. Other
 * calls and DNS queries are measured at the same time.
 */
export async function benchEventLoad(): Promise<Row[]> {
  const stage = await openStage('eventload')
  const router = await routeOurs(stage, 'eventload')
  await router.daemon.stop()
  await router.start([`NODE_OPTIONS=--import=${TURNS}`])
  await router.api(`/dns/hostnames/${NAME}`, { IPAddress: '10.128.0.9' })
  const asked = join(place('asked'), 'asked')
  writeFileSync(asked, `${NAME} A\n`)
  const stored: Measured[] = []
  const unstored: Measured[] = []
  for (let run = 0; run <= RUNS; run++)
    for (const [topics, results] of [
      [[TOPIC], stored],
      [[], unstored],
    ] as const) {
      await router.api('/plugins/db/config', { SaveEvents: topics })
      const measured = await measure(stage, router, asked)
      // The first round compiles.
      if (run > 0) results.push(measured)
    }
  const { Dropped, Held } = (await router.api('/plugins/db/stats')) as { Dropped: number; Held: number }
  await router.daemon.stop()

  const row = (what: string, of: keyof Measured, unit: string, aim: string): Row => {
    const [ours, peer] = [stored, unstored].map((runs) => median(runs.map((one) => one[of])))
    const show = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`
    return {
      what: `${what}, ${RATE} calls/s`,
      ours: `${show(ours!)} stored`,
      peer: `${show(peer!)} not stored`,
      ratio: (ours! / peer!).toFixed(2),
      aim,
    }
  }
  return [
    row('Calls', 'calls', '/s', ''),
    row('DNS', 'dns', '/s', '≥ 0.9'),
    row('GET /devices, 99th percentile', 'p99Ms', 'ms', 'ratio about 1'),
    row('CPU of the longest turn of the event loop', 'turnMs', 'ms', '≤ 10 ms'),
    { what: 'events dropped or held in memory', ours: `${Dropped + Held}`, peer: '', ratio: '', aim: '0' },
  ]
}

interface Measured {
  readonly calls: number
  readonly dns: number
  readonly p99Ms: number
  readonly turnMs: number
}

async function measure(stage: Stage, router: Router, asked: string): Promise<Measured> {
  const call = (path: string, load: { readonly connections: number; readonly perSecond?: number }) =>
    loadHttp({
      ...{
        method: 'GET' as const,
        path,
        body: '',
        headers: { Authorization: basic(router.login) },
        at: router.console,
      },
      ...{ ...load, seconds: SECONDS },
    })
  await turnsSince(router)
  const [calls, { p99Ms }, dns] = await Promise.all([
    call('/info/hostname', { connections: CONNECTIONS, perSecond: RATE }),
    call('/devices', { connections: 1, perSecond: 50 }),
    loadDns(stage.router, { ip: '10.128.0.1', port: 53, asked, seconds: SECONDS, perSecond: 10_000 }),
  ])
  const { longestMs } = await turnsSince(router)
  return { calls: calls.perSecond, dns: dns.perSecond, p99Ms, turnMs: longestMs }
}
