import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, Locked } from '../../../errors.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { UdpEnd } from '../../../model/machine/diagnostics/contract.ts'
import type { Caller, JsonText } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { diagnosticsHandlers } from './handlers.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const request = { params: {}, query: {}, body: undefined, caller }

const ADDRESSES = `[{"ifname":"lo","addr_info":[{"family":"inet","local":"127.0.0.1","prefixlen":8}]},
{"ifname":"sprloop","addr_info":[{"family":"inet","local":"192.168.2.1","prefixlen":24},{"family":"inet6","local":"fe80::1"}]},
{"ifname":"eth1","addr_info":[{}]}]`.replace('{}', '{"family":"inet"}')

const ARP = `IP address       HW type     Flags       HW address            Mask     Device
192.168.2.6      0x1         0x6         02:11:22:33:44:55     *        wlan1.4097
192.168.2.10     0x1         0x0         00:00:00:00:00:00     *        lan0
cut short
`

const { facts } = openMemoryFacts()
const handlers = diagnosticsHandlers({
  facts,
  machine: {
    run: async (argv) => (argv.join(' ') === 'ip -j addr' ? `${ADDRESSES}\n` : assert.fail(argv.join(' '))),
    nftList: async () => ({ nftables: [] }),
    echo: async () => undefined,
    readFile: (path) => (path === '/proc/net/arp' ? ARP : undefined),
  },
})

test('addresses are passed on as the kernel reports them, each link with an address', async () => {
  const { text } = (await handlers.ipAddr(request)) as JsonText
  assert.deepEqual(
    JSON.parse(text),
    JSON.parse(ADDRESSES).map((link: object) => ({ ...link, address: '' })),
  )
})

test('addresses of the router and of connected devices are listed with their link', async () => {
  assert.deepEqual(await handlers.ipInterfaces(request), {
    '127.0.0.1': 'lo',
    '192.168.2.1': 'sprloop',
    '192.168.2.6': 'wlan1.4097',
  })
})

test('the neighbour table is parsed line by line, and invalid lines are skipped', async () => {
  assert.deepEqual(JSON.parse(((await handlers.arp(request)) as JsonText).text), [
    { IP: '192.168.2.6', HWType: '0x1', Flags: '0x6', MAC: '02:11:22:33:44:55', Mask: '*', Device: 'wlan1.4097' },
    { IP: '192.168.2.10', HWType: '0x1', Flags: '0x0', MAC: '00:00:00:00:00:00', Mask: '*', Device: 'lan0' },
  ])
})

test('without a table there are no neighbours', async () => {
  const bare = diagnosticsHandlers({
    facts,
    machine: {
      run: async () => '',
      readFile: () => undefined,
      nftList: async () => ({ nftables: [] }),
      echo: async () => undefined,
    },
  })
  assert.deepEqual(JSON.parse(((await bare.arp(request)) as JsonText).text), [])
})

test('callers at the same moment share one reading of the neighbour table', async () => {
  let readings = 0
  const { arp } = diagnosticsHandlers({
    facts,
    machine: {
      run: async () => '',
      readFile: () => {
        readings++
        return ARP
      },
      nftList: async () => ({ nftables: [] }),
      echo: async () => undefined,
    },
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => arp(request)))
  assert.deepEqual([readings, new Set(answers).size], [1, 1])
})

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
