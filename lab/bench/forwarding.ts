import { fileURLToPath } from 'node:url'
import type { Router } from '../guests/router.ts'
import { until } from '../process/until.ts'
import { loadDhcpIn } from './dhcp.ts'
import { loadDevices } from './dhcp-load.ts'
import { addRules } from './rules.ts'
import { openStage, register, routeOurs, routePlainly, SERVER, type Stage } from './stage.ts'
import { median, pairedRatio, type Row } from './table.ts'

export const FLOOD = fileURLToPath(new URL('udp-flood.ts', import.meta.url))
const RUNS = 7
const PACKETS = 200_000
const SECONDS = 1

interface Home {
  readonly devices: number
  readonly rules: number
}

/** Each adds devices and rules to the one before it. */
const HOMES: readonly Home[] = [
  { devices: 1, rules: 0 },
  { devices: 1000, rules: 0 },
  { devices: 1000, rules: 2000 },
  { devices: 10_000, rules: 2000 },
]

/** What a packet from a device to the internet costs, beside a kernel that only forwards and masquerades. */
export async function benchForwarding(): Promise<Row[]> {
  const plain = await openStage('plain')
  await routePlainly(plain)
  await addressOf(plain)
  const ours = await openStage('ours')
  const router = await routeOurs(ours, 'ours')
  await serve(plain)
  await serve(ours)

  const rows: Row[] = []
  let had: Home = { devices: 0, rules: 0 }
  for (const home of HOMES) {
    const { devices, rules } = home
    await grow(ours, router, had.devices, devices)
    await addRules(router, had.rules, rules)
    had = home
    const what = `${devices} devices, ${rules} rules`
    const tcp = await inTurn([plain, ours], throughput)
    const packet = await inTurn([plain, ours], cpuPerPacket)
    rows.push(
      {
        what: `TCP, device → internet, ${what}`,
        ours: `${(median(tcp[1]!) / 1e9).toFixed(2)} Gbit/s`,
        peer: `${(median(tcp[0]!) / 1e9).toFixed(2)} Gbit/s`,
        ratio: pairedRatio(tcp[1]!, tcp[0]!).toFixed(2),
        aim: '≥ 0.88',
      },
      {
        what: `CPU per 64-byte packet, ${what}`,
        ours: `${median(packet[1]!).toFixed(0)} ns`,
        peer: `${median(packet[0]!).toFixed(0)} ns`,
        ratio: pairedRatio(packet[1]!, packet[0]!).toFixed(2),
        aim: '≤ 1.30',
      },
    )
  }
  await router.daemon.stop()
  return rows
}

/** Alternates between both, so that other load affects both. */
export async function inTurn(
  stages: readonly Stage[],
  measure: (stage: Stage) => Promise<number>,
): Promise<number[][]> {
  const results: number[][] = stages.map(() => [])
  for (let run = 0; run < RUNS; run++) for (const [i, stage] of stages.entries()) results[i]!.push(await measure(stage))
  return results
}

export async function throughput({ client }: Stage): Promise<number> {
  const report = await client.run(['iperf3', '-c', SERVER, '-t', String(SECONDS), '-J'], { timeoutMs: 20_000 })
  return JSON.parse(report).end.sum_received.bits_per_second
}

export async function cpuPerPacket({ client, server }: Stage): Promise<number> {
  const received = async (): Promise<number> =>
    JSON.parse(await server.run(['ip', '-j', '-s', 'link', 'show', 'dev', 'eth0']))[0].stats64.rx.packets
  const before = await received()
  const { sent, nanoseconds } = JSON.parse(
    await client.run(['taskset', '-c', '0', process.execPath, FLOOD, SERVER, String(PACKETS)], {
      input: '9\n',
      timeoutMs: 120_000,
    }),
  )
  // A lost packet did not have the full cost.
  return (nanoseconds * sent) / ((await received()) - before)
}

export async function serve({ server }: Stage): Promise<void> {
  server.start(['iperf3', '-s'])
  // A socket that is never read: datagrams are dropped there, without a response.
  server.start(['busybox', 'nc', '-u', '-l', '-p', '9', '-s', SERVER])
  await until('the server', async () => (await server.outcome(['sh', '-c', 'ss -ltn | grep -q 5201'])).code === 0)
}

/** The client is the first device, with the address that the plain router expects. */
export async function addressOf({ client }: Stage): Promise<void> {
  await client.ip('address replace 10.128.0.2/30 dev eth0', 'route replace default via 10.128.0.1')
}

/** Adds devices and gets a lease for each, so that the kernel has the elements of all. */
export async function grow(stage: Stage, router: Router, from: number, to: number): Promise<void> {
  if (to === from) return
  const macs = loadDevices(to)
  await register(router, macs.slice(from))
  if (from === 0) await stage.client.ip(`link set eth0 address ${macs[0]}`)
  await loadDhcpIn(stage.client, { link: 'eth0', clients: 32, seconds: 120, mode: 'new', devices: macs.slice(from) })
  if (from === 0) await addressOf(stage)
}
