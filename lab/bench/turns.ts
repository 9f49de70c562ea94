import { fileURLToPath } from 'node:url'
import { basic } from '../contract/call.ts'
import type { Router } from '../guests/router.ts'
import { until } from '../process/until.ts'
import { grow } from './api.ts'
import { loadDevices } from './dhcp-load.ts'
import { loadHttp } from './http-load.ts'
import { addRules } from './rules.ts'
import { openStage, routeOurs } from './stage.ts'
import { median, type Row } from './table.ts'

const TURNS = fileURLToPath(new URL('turns.js', import.meta.url))
const LONG_ANSWERS = [
  '/traffic/outgoing_traffic_wan',
  '/traffic_history?minutes=60',
  '/traffic_totals',
  '/arp',
  '/iptraffic',
]
const DEVICES = 1000
const RULES = 2000
const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 8
/** Everything is compared with the kernel once in that time, and each minute of traffic is recorded. */
const IDLE_MS = 70_000

/**
 * The processor time that one turn of the daemon's event loop takes at most, with 1,000 devices and 2,000 rules: in a minute
 * without calls, and during the calls with the longest answers.
 */
export async function benchTurns(): Promise<Row[]> {
  const stage = await openStage('ours')
  const router = await routeOurs(stage, 'turns')
  await addRules(router, 0, RULES)
  await grow(stage, router, loadDevices(DEVICES))
  await router.daemon.stop()
  await router.start([`NODE_OPTIONS=--import=${TURNS}`])
  const headers = { Authorization: basic(router.login) }
  const rows: Row[] = []
  // The first minute compiles.
  for (let minute = 0; minute < 2; minute++) {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    const turns = await turnsSince(router)
    if (minute > 0) rows.push(row('in a minute without calls', [turns]))
  }
  for (const path of LONG_ANSWERS) {
    const rounds: Turns[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      await loadHttp({
        method: 'GET',
        path,
        body: '',
        at: router.console,
        headers,
        connections: CONNECTIONS,
        seconds: SECONDS,
      })
      rounds.push(await turnsSince(router))
    }
    // The first round compiles.
    rows.push(row(`during GET ${path.replace(/[?].*/, '')}`, rounds.slice(1)))
  }
  await router.daemon.stop()
  return rows
}

function row(when: string, turns: readonly Turns[]): Row {
  const middle = (of: (turns: Turns) => number): string => `${median(turns.map(of)).toFixed(1)} ms`
  return {
    what: `CPU of the longest turn of the event loop, p99.9, ${when}`,
    ours: `${middle(({ longestMs }) => longestMs)}, ${middle(({ p999Ms }) => p999Ms)}`,
    peer: '',
    ratio: '',
    aim: '≤ 5 ms',
  }
}

/** What `turns.js` prints, since the last time. */
export interface Turns {
  readonly longestMs: number
  readonly p999Ms: number
}

export async function turnsSince({ daemon }: Router): Promise<Turns> {
  const printed = (): string[] => daemon.lines.filter((line) => line.startsWith('turns: '))
  const before = printed().length
  daemon.kill('SIGUSR2')
  await until('the turns', () => printed().length > before)
  return JSON.parse(printed().at(-1)!.slice('turns: '.length))
}
