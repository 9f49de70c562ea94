import { fileURLToPath } from 'node:url'
import type { Namespace } from '../home/namespace.ts'
import { type Load, loadDevices, loadDhcp, type Measured } from './dhcp-load.ts'
import { doRounds, openRounds } from './rounds.ts'
import { openStage, place, register, routeOurs, type Stage } from './stage.ts'
import { median, pairedRatio, type Row } from './table.ts'

const SELF = fileURLToPath(import.meta.url)
const ROUNDS = 5
const DEVICES_A_ROUND = 400
const SECONDS = 4
/** New clients of each round, one after the other. */
const SINGLE_A_ROUND = 40

/** The load, sent from inside a namespace by a separate process. */
export async function loadDhcpIn(client: Namespace, load: Load): Promise<Measured> {
  const timeoutMs = (load.seconds + 30) * 1000
  return JSON.parse(await client.run([process.execPath, SELF], { input: JSON.stringify(load), timeoutMs }))
}

/** The same, load after load. */
export const openDhcpLoads = (client: Namespace): ((load: Load) => Promise<Measured>) => {
  const round = openRounds<Measured>(client.start([process.execPath, SELF]))
  return (load) => round(JSON.stringify(load))
}

/** Leases and renewals a second, alternating with dnsmasq on its own stage. */
export async function benchDhcp(): Promise<Row[]> {
  const ours = await openStage('ours')
  const router = await routeOurs(ours, 'dhcp')
  const theirs = await openStage('dnsmasq')
  await theirs.router.ip('address add 10.128.0.1/16 dev lan0')
  const dnsmasq = startDnsmasq(theirs)
  await dnsmasq.line('DHCP, IP range')

  const devices = loadDevices(ROUNDS * (DEVICES_A_ROUND + SINGLE_A_ROUND))
  await register(router, devices)
  const fresh: number[][] = [[], []]
  const renewals: number[][] = [[], []]
  const single: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, { client }] of [theirs, ours].entries()) {
      const some = devices.slice(round * DEVICES_A_ROUND, (round + 1) * DEVICES_A_ROUND)
      const load = { link: 'eth0', clients: 32, seconds: SECONDS, devices: some }
      fresh[i]!.push((await loadDhcpIn(client, { ...load, mode: 'new' })).perSecond)
      renewals[i]!.push((await loadDhcpIn(client, { ...load, mode: 'renew' })).perSecond)
      const from = ROUNDS * DEVICES_A_ROUND + round * SINGLE_A_ROUND
      const alone = { ...load, clients: 1, devices: devices.slice(from, from + SINGLE_A_ROUND) }
      single[i]!.push((await loadDhcpIn(client, { ...alone, mode: 'new' })).medianMs)
    }
  await dnsmasq.stop()
  await router.daemon.stop()
  return [
    row('DHCP, new leases a second', fresh[1]!, fresh[0]!),
    row('DHCP, renewals a second', renewals[1]!, renewals[0]!),
    {
      what: 'DHCP, one new client alone, ms (beside dnsmasq)',
      ours: median(single[1]!).toFixed(2),
      peer: median(single[0]!).toFixed(2),
      ratio: pairedRatio(single[1]!, single[0]!).toFixed(2),
      aim: '≤ 1.0 ms',
    },
  ]
}

const row = (what: string, ours: number[], peer: number[]): Row => ({
  what: `${what} (beside dnsmasq)`,
  ours: median(ours).toFixed(0),
  peer: median(peer).toFixed(0),
  ratio: pairedRatio(ours, peer).toFixed(2),
  aim: '≥ 1',
})

export const startDnsmasq = ({ router }: Stage) =>
  router.start([
    'dnsmasq',
    '--keep-in-foreground',
    '--log-facility=-',
    '--no-daemon',
    '--conf-file=/dev/null',
    '--port=0',
    '--interface=lan0',
    '--dhcp-range=10.128.0.2,10.128.255.254,255.255.0.0,24h',
    '--dhcp-authoritative',
    '--no-ping',
    '--quiet-dhcp',
    '--dhcp-lease-max=100000',
    `--dhcp-leasefile=${place('dnsmasq')}/leases`,
  ])

if (import.meta.main) {
  await doRounds((load) => loadDhcp(JSON.parse(load)))
  process.exit(0)
}
