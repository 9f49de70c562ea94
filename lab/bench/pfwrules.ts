import type { Router } from '../guests/router.ts'
import { addressOf, cpuPerPacket, FLOOD, grow, inTurn, serve, throughput } from './forwarding.ts'
import { openStage, routeOurs, SERVER, type Stage } from './stage.ts'
import { median, pairedRatio, type Row } from './table.ts'

const RULES = 200
const CONNECTIONS = 500

/** What rules of the programmable firewall cost a packet: a router with 200 that hold for the sender, beside one without. */
export async function benchPfwRules(): Promise<Row[]> {
  const [none, many] = [await openStage('none'), await openStage('rules')]
  const routers = [await routeOurs(none, 'none'), await routeOurs(many, 'rules')] as const
  await grow(none, routers[0], 0, 1)
  await grow(many, routers[1], 0, 1)
  await addPfwRules(routers[1])
  for (const stage of [none, many]) {
    await addressOf(stage)
    await serve(stage)
  }
  const tcp = await inTurn([none, many], throughput)
  const packet = await inTurn([none, many], cpuPerPacket)
  const opened = await inTurn([none, many], cpuPerConnection)
  for (const { daemon } of routers) await daemon.stop()
  return [
    {
      what: `TCP, device → internet, ${RULES} rules with conditions (beside none)`,
      ours: `${(median(tcp[1]!) / 1e9).toFixed(2)} Gbit/s`,
      peer: `${(median(tcp[0]!) / 1e9).toFixed(2)} Gbit/s`,
      ratio: pairedRatio(tcp[1]!, tcp[0]!).toFixed(2),
      aim: '≥ 0.95',
    },
    {
      what: `CPU per 64-byte packet, ${RULES} rules with conditions (beside none)`,
      ours: `${median(packet[1]!).toFixed(0)} ns`,
      peer: `${median(packet[0]!).toFixed(0)} ns`,
      ratio: pairedRatio(packet[1]!, packet[0]!).toFixed(2),
      aim: '≤ 1.05',
    },
    {
      what: `CPU per new UDP connection, ${RULES} rules with conditions (beside none)`,
      ours: `${(median(opened[1]!) / 1000).toFixed(1)} µs`,
      peer: `${(median(opened[0]!) / 1000).toFixed(1)} µs`,
      ratio: pairedRatio(opened[1]!, opened[0]!).toFixed(2),
      aim: '',
    },
  ]
}

let port = 10_000

/** Nanoseconds for a packet to a port that none was sent to before: all rules are compared with it. */
async function cpuPerConnection({ client }: Stage): Promise<number> {
  port += CONNECTIONS
  const flood = [process.execPath, FLOOD, SERVER, String(CONNECTIONS), String(CONNECTIONS)]
  const report = await client.run(['taskset', '-c', '0', ...flood], { input: `${port}\n`, timeoutMs: 20_000 })
  return JSON.parse(report).nanoseconds
}

/** All hold for the sender, and none has its destination: networks, domains, countries and ports in turn. */
async function addPfwRules(router: Router): Promise<void> {
  const lists = (n: number): object[] => [
    { Networks: [`203.0.113.${n}`] },
    { Domains: [`host${n}.example`] },
    { ASNs: [64_496 + n] },
    { Networks: ['203.0.113.0/24'], Protocol: 'tcp', Port: String(2000 + n) },
  ]
  for (let n = 0; n < RULES; n++) {
    const To = { Place: 'listed', ...lists(n)[n % 4] }
    await router.api('/plugins/pfw/rules', { Name: `rule ${n}`, To, Do: { Kind: 'block' } })
  }
}
