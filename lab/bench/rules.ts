import type { Router } from '../guests/router.ts'
import { openStage, routeOurs } from './stage.ts'
import { median, type Row } from './table.ts'

const FEW = 10
const MANY = 2000
const CHANGES = 60

/** A kind of rule: its path, and the `n`th rule of that kind. */
interface Kind {
  readonly what: string
  readonly path: string
  readonly rule: (n: number) => Readonly<Record<string, unknown>>
}

/** No two rules share their address, port or name. The sender of what is blocked is the one that sends packets in `forwarding`. */
const there = (n: number): string => `203.0.${100 + (n >> 8)}.${n & 255}`
const SENDER = '10.128.0.2'
const KINDS: readonly Kind[] = [
  {
    what: '/firewall/forward',
    path: '/firewall/forward',
    rule: (n) => ({ Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort: String(2000 + n), DstIP: SENDER, DstPort: '80' }),
  },
  {
    what: '/firewall/block',
    path: '/firewall/block',
    rule: (n) => ({ Protocol: 'tcp', SrcIP: '0.0.0.0/0', DstIP: there(n) }),
  },
  {
    what: '/firewall/block_forward',
    path: '/firewall/block_forward',
    rule: (n) => ({ Protocol: 'udp', SrcIP: SENDER, DstIP: there(n), DstPort: '53' }),
  },
  {
    what: '/firewall/block_forward, a range of ports',
    path: '/firewall/block_forward',
    rule: (n) => ({ Protocol: 'udp', SrcIP: SENDER, DstIP: there(n), DstPort: '4000-5000' }),
  },
  {
    what: '/firewall/endpoint',
    path: '/firewall/endpoint',
    rule: (n) => ({ RuleName: `place ${n}`, Protocol: 'tcp', IP: there(n), Port: '443', Tags: ['nvr'] }),
  },
]

/** `count` rules from number `from` on, the same number of each kind. */
export async function addRules(router: Router, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) {
    const { path, rule } = KINDS[n % KINDS.length]!
    await router.api(path, rule(n))
  }
}

/** From a call until its answer, which comes when the kernel enforces the change: with few rules there, and with many. */
export async function benchRules(): Promise<Row[]> {
  const stage = await openStage('ours')
  const router = await routeOurs(stage, 'rules')
  await addRules(router, 0, FEW)
  const few = await timesOf(router)
  await addRules(router, FEW, MANY)
  const many = await timesOf(router)
  await router.daemon.stop()
  return [
    ...KINDS.flatMap(({ what }, i) => [
      row(`PUT ${what}`, few[i]!.added, many[i]!.added),
      row(`DELETE ${what}`, few[i]!.removed, many[i]!.removed),
    ]),
  ]
}

interface Times {
  readonly added: number[]
  readonly removed: number[]
}

/** Alternates between the kinds, so that other load affects all. */
async function timesOf(router: Router): Promise<Times[]> {
  const times = KINDS.map((): Times => ({ added: [], removed: [] }))
  for (let change = 0; change < CHANGES; change++)
    for (const [i, { path, rule }] of KINDS.entries()) {
      const body = rule(MANY + change)
      times[i]!.added.push(await timed(() => router.api(path, body)))
      times[i]!.removed.push(await timed(() => router.api(path, body, 'DELETE')))
    }
  return times
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const row = (what: string, few: number[], many: number[]): Row => ({
  what,
  ours: `${median(many).toFixed(1)} ms with 2,000`,
  peer: `${median(few).toFixed(1)} ms with 10`,
  ratio: (median(many) / median(few)).toFixed(2),
  aim: '≤ 10 ms, ratio about 1',
})
