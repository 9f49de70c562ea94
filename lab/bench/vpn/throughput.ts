import { cpuMsOf, networkPeersOf } from '../../process/proc.ts'
import { until } from '../../process/until.ts'
import { SERVER } from '../stage.ts'
import { median, pairedRatio, type Row } from '../table.ts'
import type { VpnStage } from './stage.ts'

const ROUNDS = 7
const SECONDS = 1

export interface Transfer {
  readonly bitsPerSecond: number
  /** Processor time of all processes on the way, for each MiB that arrived. */
  readonly cpuMs: number
}

const DIRECTIONS = [
  { what: 'peer → internet', flags: [] },
  { what: 'internet → peer', flags: ['-R'] },
] as const

/** TCP between the machine and the server, through the tunnel: for each direction, our transfers and those of the other side. */
export async function timeTransfers(own: VpnStage, plain: VpnStage): Promise<[Transfer[], Transfer[]][]> {
  const results: [Transfer[], Transfer[]][] = DIRECTIONS.map(() => [[], []])
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, { flags }] of DIRECTIONS.entries()) {
      const order = round % 2 === 0 ? [0, 1] : [1, 0]
      for (const side of order) results[i]![side]!.push(await transfer([own, plain][side]!, flags))
    }
  return results
}

export const rowsOfTransfers = (peers: number, results: Awaited<ReturnType<typeof timeTransfers>>): Row[] =>
  results.flatMap(([ours, theirs], i) => {
    const row = (what: string, of: (transfer: Transfer) => number, unit: string, aim: string): Row => ({
      what: `${what}, ${peers} peers`,
      ours: `${median(ours.map(of)).toFixed(2)} ${unit}`,
      peer: `${median(theirs.map(of)).toFixed(2)} ${unit}`,
      ratio: pairedRatio(ours.map(of), theirs.map(of)).toFixed(2),
      aim,
    })
    const { what } = DIRECTIONS[i]!
    return [
      row(`WireGuard, TCP, ${what} (beside bare wg)`, ({ bitsPerSecond }) => bitsPerSecond / 1e9, 'Gbit/s', '≥ 0.95'),
      row('… processor time of a MiB', ({ cpuMs }) => cpuMs, 'ms', '≤ 1.05'),
    ]
  })

async function transfer(stage: VpnStage, flags: readonly string[]): Promise<Transfer> {
  const argv = ['iperf3', '-c', SERVER, '-t', String(SECONDS), '-J', ...flags]
  // The server may still be closing the connections of the transfer before it.
  const { before, end } = await until('a transfer', async () => {
    const before = cpuMsIn(stage)
    const { end, error } = JSON.parse((await stage.road.outcome(argv, { timeoutMs: 20_000 })).stdout)
    return error ? undefined : { before, end }
  })
  // The client has ended, and is not listed any more.
  const client = end.cpu_utilization_percent.host_total * 10 * end.sum_received.seconds
  const { bytes, bits_per_second: bitsPerSecond } = end.sum_received
  return { bitsPerSecond, cpuMs: (cpuMsIn(stage) - before + client) / (bytes / 2 ** 20) }
}

/** Processor time of the processes in the namespaces of a stage. WireGuard of the kernel has none, and is not counted on either side. */
function cpuMsIn({ road, router, server }: VpnStage): number {
  return networkPeersOf([road.pid, router.pid, server.pid]).reduce((sum, pid) => sum + cpuMsOf(pid), 0)
}
