import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Router } from '../../guests/router.ts'
import { run } from '../../process/program.ts'
import { median, type Row } from '../table.ts'

const CALLS = 15
const STARTS = 3
/** Memory and caches that only the start used are freed by then. */
const SETTLED_MS = 5000
/** The watch of the peers reads them every two seconds. */
const IDLE_MS = 12_000

/** What depends on the number of peers. */
export interface Burden {
  /** Until answered, in milliseconds, by path. */
  readonly calls: readonly { readonly path: string; readonly ms: number; readonly kib: number }[]
  /** From the start of the process until peers can connect, and the processor time until calls are answered. */
  readonly start: { readonly enforcingMs: number; readonly cpuMs: number }
  /** Share of a processor that the daemon and its programs use while there are no calls. */
  readonly idle: number
}

const PATHS = ['/plugins/wireguard/peers', '/plugins/wireguard/status']

export async function measureBurden(daemon: Router): Promise<Burden> {
  const calls: Burden['calls'][number][] = []
  for (const path of PATHS) {
    const times: number[] = []
    let bytes = 0
    for (let call = 0; call < CALLS; call++) {
      const began = performance.now()
      bytes = JSON.stringify(await daemon.api(path)).length
      times.push(performance.now() - began)
    }
    calls.push({ path, ms: median(times), kib: bytes / 1024 })
  }
  const starts: Burden['start'][] = []
  for (let start = 0; start < STARTS; start++) starts.push(await restart(daemon))
  await wait(SETTLED_MS)
  const before = await cpuSeconds(daemon)
  await wait(IDLE_MS)
  const idle = (await cpuSeconds(daemon)) - before
  return {
    calls,
    start: {
      enforcingMs: median(starts.map(({ enforcingMs }) => enforcingMs)),
      cpuMs: median(starts.map(({ cpuMs }) => cpuMs)),
    },
    idle: idle / (IDLE_MS / 1000),
  }
}

async function restart(daemon: Router): Promise<Burden['start']> {
  await daemon.kill()
  const began = performance.now()
  const started = daemon.start()
  await daemon.daemon.line('sallyport: enforcing')
  const enforcingMs = performance.now() - began
  await started
  return { enforcingMs, cpuMs: (await cpuSeconds(daemon)) * 1000 }
}

/** Of the daemon, and of programs that it has run. */
async function cpuSeconds({ daemon }: Router): Promise<number> {
  const fields = readFileSync(`/proc/${daemon.pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks / Number(await run(['getconf', 'CLK_TCK']))
}

export function rowsOfBurden(few: Burden, many: Burden, sizes: readonly [number, number]): Row[] {
  const row = (what: string, of: (burden: Burden) => number, unit: string, digits: number, aim = ''): Row => {
    const spell = (burden: Burden, size: number): string =>
      `${of(burden).toFixed(digits)} ${unit} with ${size.toLocaleString('en')}`
    return {
      what,
      ours: spell(many, sizes[1]),
      peer: spell(few, sizes[0]),
      ratio: (of(many) / of(few)).toFixed(2),
      aim,
    }
  }
  return [
    ...PATHS.flatMap((path, i) => [
      row(`GET ${path}`, ({ calls }) => calls[i]!.ms, 'ms', 1),
      row('… its size', ({ calls }) => calls[i]!.kib, 'KiB', 1),
    ]),
    row('start until enforcing, peers', ({ start }) => start.enforcingMs, 'ms', 0),
    row('… processor time until answering, peers', ({ start }) => start.cpuMs, 'ms', 0),
    row('CPU of the daemon and its programs without calls, peers', ({ idle }) => 100 * idle, '%', 2),
  ]
}
