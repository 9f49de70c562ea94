import { fileURLToPath } from 'node:url'
import type { Namespace } from '../home/namespace.ts'
import type { HttpLoad, HttpMeasured } from './http-load.ts'
import { median, pairedRatio, type Row } from './table.ts'

const LOAD = fileURLToPath(new URL('http-load.ts', import.meta.url))
const PORT = 8099
const ROUNDS = 3
const SECONDS = 0.3

/** The reference program: it reads its responses as one line of JSON and listens on the given port, or on a Unix socket. */
export async function openPeer(
  namespace: Namespace,
  command: readonly string[],
  answers: unknown,
  socket?: string,
): Promise<AsyncDisposable & { readonly port: number }> {
  const peer = namespace.start([process.execPath, ...command, socket ?? String(PORT)])
  peer.write(`${JSON.stringify(answers)}\n`)
  await peer.line('listening')
  return { port: PORT, [Symbol.asyncDispose]: () => peer.stop() }
}

/** Measures from a separate process in this namespace. */
export const loadFrom = async (namespace: Namespace, load: HttpLoad): Promise<HttpMeasured> =>
  JSON.parse(await namespace.run([process.execPath, LOAD, JSON.stringify(load)]))

/** Measures one call on our router and on the peer in alternating rounds, from a separate process in the same namespace. */
export async function inTurn(
  namespace: Namespace,
  call: Omit<HttpLoad, 'at' | 'seconds'>,
  to: { readonly ours: HttpLoad['at']; readonly peer: HttpLoad['at'] },
): Promise<[HttpMeasured[], HttpMeasured[]]> {
  const [ours, theirs]: [HttpMeasured[], HttpMeasured[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await loadFrom(namespace, { ...call, at: to.peer, seconds: SECONDS }))
    ours.push(await loadFrom(namespace, { ...call, at: to.ours, seconds: SECONDS }))
  }
  return [ours, theirs]
}

/** Responses a second; median and 99th percentile of their latency. */
export const httpRow = (what: string, ours: HttpMeasured[], theirs: HttpMeasured[], aim: string): Row => ({
  what,
  ours: spell(ours),
  peer: spell(theirs),
  ratio: pairedRatio(ours.map(perSecond), theirs.map(perSecond)).toFixed(2),
  aim,
})

const perSecond = (measured: HttpMeasured): number => measured.perSecond

function spell(measured: readonly HttpMeasured[]): string {
  const middle = (of: (one: HttpMeasured) => number): number => median(measured.map(of))
  const [p50, p99] = [middle(({ medianMs }) => medianMs), middle(({ p99Ms }) => p99Ms)]
  return `${middle(perSecond).toFixed(0)}/s, ${p50.toFixed(2)} ms, ${p99.toFixed(2)} ms`
}
