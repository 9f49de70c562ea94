import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, Locked } from '../../../errors.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { UdpEnd } from '../../../model/machine/diagnostics/contract.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.ts'
import { diagnosticsHandlers } from './handlers.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const PEER = '192.168.2.6'

async function open() {
  const machine = fakeMachine()
  machine.ip.plug('lan0')
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    for (const name of ['lan0', 'lost0']) draft.links.put(name, { name, index: 1, mac: '02:00:00:00:00:01', up: true })
  })
  const handlers = diagnosticsHandlers({ machine, facts })
  const request = { query: {}, body: undefined, caller }
  return {
    machine,
    ping: async (link = 'lan0') => handlers.ping({ ...request, params: { interface: link, address: PEER } }),
    pingUdp: async (end: string) =>
      handlers.pingUdp({ ...request, params: { interface: 'lan0', address: UdpEnd.parse(end) } }),
  }
}

test('four echo requests are sent one after the other, each with a timeout of one second', async () => {
  const { machine, ping } = await open()
  const times = [10.5229, undefined, 0.5, 999]
  machine.answerEchoes(() => times.shift())
  const began = machine.clock.now()
  const answers = ping()
  const tookMs = answers.then(() => machine.clock.now() - began)
  await machine.clock.step(10_000)
  assert.deepEqual(await answers, ['10.523ms', 'timeout', '0.500ms', '999.000ms'])
  assert.equal(Math.round(await tookMs), 11 + 1000 + 999)
})

test('a UDP port is probed, by default that of the echo service, and invalid targets are rejected', async () => {
  const { machine, pingUdp } = await open()
  const asked = new Set<string>()
  machine.answerEchoes((target) => {
    asked.add(`${target.kind} ${target.link} ${target.address}:${target.kind === 'udp' ? target.port : ''}`)
    return 1
  })
  const answers = Promise.all([pingUdp(`${PEER}:5353`), pingUdp(PEER)])
  await machine.clock.step(10_000)
  assert.deepEqual(await answers, Array(2).fill(Array(4).fill('1.000ms')))
  assert.deepEqual([...asked], [`udp lan0 ${PEER}:5353`, `udp lan0 ${PEER}:7`])
  for (const wrong of ['', 'tv', `${PEER}:`, `${PEER}:0`, `${PEER}:65536`, `${PEER}:1:2`, '[::1]:7'])
    assert.equal(UdpEnd.safeParse(wrong).success, false, wrong)
})

test('an unknown interface, and one without an address, are rejected', async () => {
  const { ping } = await open()
  const refused = (link: string, field: string) =>
    assert.rejects(ping(link), (error) => error instanceof Invalid && error.field === field)
  await refused('eth9', 'interface')
  await refused('lost0', 'address')
})

test('at most 16 pings run at the same time', async () => {
  const { machine, ping } = await open()
  const first = Array.from({ length: 16 }, () => ping())
  await assert.rejects(ping(), Locked)
  await machine.clock.step(4000)
  assert.deepEqual(new Set((await Promise.all(first)).flat()), new Set(['timeout']))
  const next = ping()
  await machine.clock.step(4000)
  assert.deepEqual(await next, Array(4).fill('timeout'))
})
