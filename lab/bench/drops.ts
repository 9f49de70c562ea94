import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Router } from '../guests/router.ts'
import { openEvents } from '../probes/listener.ts'
import { loadDns } from './dns-load.ts'
import { addressOf, cpuPerPacket, grow, serve, throughput } from './forwarding.ts'
import { openStage, place, routeOurs, SERVER, type Stage } from './stage.ts'
import { median, pairedRatio, type Row } from './table.ts'

const PACED = fileURLToPath(new URL('paced.ts', import.meta.url))
const RUNS = 7
const SECONDS = 2
const PER_SECOND = 1000
const OUTSIDE = '81.2.69.2'
const CLOSED_PORT = '9999'
/** So many senders that the limit of the topic applies, not that of each sender. */
const SENDERS = Array.from({ length: 40 }, (_, i) => `81.2.69.${100 + i}`)
const LAN_IP = '10.128.0.1'
const NAME = 'paper.lan'

/**
 * What 1,000 dropped packets per second cost DNS and forwarding while a client receives the events. For comparison the same
 * sender sends them to itself.
 */
export async function benchDrops(): Promise<Row[]> {
  const stage = await openStage('drops')
  const router = await routeOurs(stage, 'drops')
  await grow(stage, router, 0, 1)
  await addressOf(stage)
  await serve(stage)
  await stage.server.ip(...SENDERS.map((ip) => `address add ${ip}/24 dev eth0`))
  await router.api(`/dns/hostnames/${NAME}`, { IPAddress: '10.128.0.9' })
  const asked = join(place('asked'), 'asked')
  writeFileSync(asked, `${NAME} A\n`)

  await using _listener = await openEvents(router)
  const results: Measured[][] = [[], []]
  for (let run = 0; run < RUNS; run++)
    for (const [i, address] of [SERVER, OUTSIDE].entries())
      results[i]!.push(await measure(stage, router, asked, address))
  await router.daemon.stop()

  const [without = [], withDrops = []] = results
  const row = (what: string, of: keyof Measured, show: (value: number) => string, aim: string): Row => {
    const [ours, peer] = [withDrops, without].map((runs) => runs.map((one) => one[of]))
    return {
      what: `${what}, 1,000 packets/s dropped`,
      ours: show(median(ours!)),
      peer: `${show(median(peer!))} without`,
      ratio: pairedRatio(ours!, peer!).toFixed(2),
      aim,
    }
  }
  return [
    row('DNS', 'dns', (value) => `${Math.round(value)}/s`, '≥ 0.98'),
    row('TCP, device → internet', 'tcp', (value) => `${(value / 1e9).toFixed(2)} Gbit/s`, '≥ 0.98'),
    row('CPU per 64-byte packet', 'packet', (value) => `${value.toFixed(0)} ns`, '≤ 1.02'),
    row('CPU of the daemon', 'cpu', (value) => `${(value * 100).toFixed(1)} %`, ''),
    {
      what: `Packets logged, of ${PER_SECOND}/s dropped`,
      ours: `${median(withDrops.map(({ logged }) => logged)).toFixed(0)}/s`,
      peer: '',
      ratio: '',
      aim: '≤ 20/s after 100',
    },
  ]
}

interface Measured {
  readonly dns: number
  readonly tcp: number
  readonly packet: number
  /** Of one processor, without other load. */
  readonly cpu: number
  readonly logged: number
}

async function measure(stage: Stage, router: Router, asked: string, address: string): Promise<Measured> {
  const sender = stage.server.start([process.execPath, PACED, address, CLOSED_PORT, String(PER_SECOND), ...SENDERS])
  await sender.line('sending')
  const [before, cpuBefore] = [await logged(router), await cpuOf(router)]
  const began = performance.now()
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000))
  const seconds = (performance.now() - began) / 1000
  const [after, cpuAfter] = [await logged(router), await cpuOf(router)]
  const dns = await loadDns(stage.client, { ip: LAN_IP, port: 53, asked, seconds: SECONDS })
  const tcp = await throughput(stage)
  const packet = await cpuPerPacket(stage)
  await sender.stop()
  return { dns: dns.perSecond, tcp, packet, cpu: (cpuAfter - cpuBefore) / seconds, logged: (after - before) / seconds }
}

/** Packets of the internet that were logged until now. */
async function logged(router: Router): Promise<number> {
  const { Topics } = (await router.api('/firewall/drops')) as { Topics: { Dropped: number; NotLogged: number }[] }
  return Topics.reduce((sum, { Dropped, NotLogged }) => sum + Dropped - NotLogged, 0)
}

/** Processor time of the daemon in seconds: proc_pid_stat(5), in ticks of 10 ms. */
async function cpuOf({ daemon, namespace }: Router): Promise<number> {
  const stat = await namespace.run(['cat', `/proc/${daemon.pid}/stat`])
  const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+) /.exec(stat) ?? []
  return (Number(user) + Number(system)) / 100
}
