import { readFileSync } from 'node:fs'
import type { Namespace } from '../home/namespace.ts'

/** The result of dnsperf. */
export interface DnsMeasured {
  readonly perSecond: number
  readonly completed: number
  readonly lost: number
  /** Of each answer, in milliseconds, sorted; empty unless requested. */
  readonly latencies: readonly number[]
  /** Number of NXDOMAIN responses. */
  readonly denied: number
}

export interface DnsLoad {
  readonly ip: string
  readonly port: number
  /** File with questions. */
  readonly asked: string
  readonly seconds: number
  /** Sends each query once, within the time limit. */
  readonly isOnce?: boolean
  /** One client, one query at a time. */
  readonly isAlone?: boolean
  /** Queries a second; unlimited if undefined. */
  readonly perSecond?: number
  /** Where the latency of each answer is written. */
  readonly latencies?: string
}

/** Sends queries as 20 clients, 200 of them outstanding, with EDNS like nearly all clients. */
export async function loadDns(namespace: Namespace, load: DnsLoad): Promise<DnsMeasured> {
  const { ip, port, asked, seconds, isOnce, isAlone, perSecond, latencies } = load
  const argv = [
    'dnsperf',
    '-s',
    ip,
    '-p',
    `${port}`,
    '-d',
    asked,
    '-c',
    isAlone ? '1' : '20',
    '-q',
    isAlone ? '1' : '200',
    '-l',
    `${seconds}`,
    '-t',
    '3',
    '-e',
  ]
  if (isOnce) argv.push('-n', '1')
  if (perSecond) argv.push('-Q', `${perSecond}`)
  if (latencies) argv.push('-v')
  const spelt = latencies ? ['sh', '-c', `exec "$@" > ${latencies}`, 'sh', ...argv] : argv
  const output = await namespace.run(spelt, { timeoutMs: (seconds + 20) * 1000 })
  const text = latencies ? readFileSync(latencies, 'utf8') : output
  const number = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0)
  return {
    perSecond: number(/Queries per second:\s+([\d.]+)/),
    completed: number(/Queries completed:\s+(\d+)/),
    lost: number(/Queries lost:\s+(\d+)/),
    denied: number(/NXDOMAIN (\d+)/),
    latencies: latencies ? latenciesIn(text) : [],
  }
}

/** Lines such as `> NOERROR www.example.org A 0.000153`, in seconds. */
const latenciesIn = (text: string): number[] =>
  Array.from(text.matchAll(/^> \S+ \S+ A ([\d.]+)$/gm), ([, seconds]) => Number(seconds) * 1000).sort((a, b) => a - b)

export const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
