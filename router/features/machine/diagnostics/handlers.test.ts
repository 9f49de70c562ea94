import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller, JsonText } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.ts'
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
