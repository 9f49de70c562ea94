import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompiler } from '../../../compiler/compile.ts'
import type { Passage, Preview, RuleChange } from '../../../model/firewall/preview/contract.ts'
import { RuleChange as Schema } from '../../../model/firewall/preview/contract.ts'
import { emptyDevice, keyOfDevice } from '../../../model/home/devices/device.ts'
import { defaultSettings } from '../../../store/documents.ts'
import { openLedger } from '../../../store/ledger.ts'
import { previewHandlers } from './handlers.ts'

const [PHONE, TV] = ['02:00:00:00:00:01', '02:00:00:00:00:02']

/** A home with an uplink, a phone that may use the internet, and a TV that may nothing and has the tag cast. */
function open() {
  const ledger = openLedger()
  const { facts } = ledger
  const settings = Object.entries(defaultSettings())
  ledger.post(settings.map(([key, after]) => ({ table: 'settings', key, before: undefined, after })))
  const entries = ledger.draw((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: '', Enabled: true })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: '', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '81.2.69.100/24', router: '81.2.69.1', routes: [] })
    for (const [MAC, Name, RecentIP] of [
      [PHONE, 'Phone', '192.168.2.2'],
      [TV, 'TV', '192.168.2.6'],
    ] as const) {
      const may = MAC === PHONE ? { Policies: ['wan' as const] } : { DeviceTags: ['cast'] }
      draft.devices.put(MAC, { ...emptyDevice(), MAC, Name, RecentIP, ...may })
      draft.leases.put(MAC, { mac: MAC, link: 'lan0', ip: RecentIP, hostName: '', expiresAt: 0 })
    }
  })
  ledger.post(entries)
  const { network } = openCompiler(facts)
  const handlers = previewHandlers({
    facts,
    ledger,
    machine: { nftList: async () => ({}) },
    apiPorts: () => ['80'],
    network: () => network,
    memberAt: (ip) => {
      const device = facts.devices.by('RecentIP', ip)
      return device && network.members.get(keyOfDevice(device))
    },
    clock: { now: () => 0 },
    networksOf: async () => undefined,
    lookUp: async (name) => (name === 'cast.test' ? { ips: ['81.2.70.10'], ttlSeconds: 60 } : undefined),
  })
  const caller = { name: 'admin', kind: 'user', address: '' } as const
  const ask = async (body: object) =>
    (await handlers.rule({ params: {}, query: {}, body: Schema.parse(body) as RuleChange, caller })) as Preview
  return { ask, facts, ledger }
}

const short = ({ From, To, LedTo, Protocol, Port }: Passage): string =>
  `${From.Name || From.Kind} → ${LedTo ? `${LedTo.Name} ${LedTo.Port}` : To.Name || To.Kind} ${Protocol} ${Port}`
const shortly = ({ Opens, Closes }: Preview) => ({ opens: Opens.map(short), closes: Closes.map(short) })

const forward = { Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort: '8443', DstIP: '192.168.2.6', DstPort: '443' }

test('a forward is previewed for the internet and for devices that may use it, and is not saved', async () => {
  const { ask, facts } = open()
  const preview = await ask({ Kind: 'forward', Add: forward })
  assert.deepEqual(shortly(preview), {
    opens: ['internet → TV 443 tcp 8443', 'Phone → TV 443 tcp 8443'],
    closes: [],
  })
  assert.match(preview.Opens[0]!.Text, /^The internet may open this to the router, which leads to TV at port 443/)
  assert.equal(facts.forwards.size, 0)
})

test('a disabled rule opens nothing', async () => {
  assert.deepEqual(shortly(await open().ask({ Kind: 'forward', Add: { ...forward, Disabled: true } })), {
    opens: [],
    closes: [],
  })
})

test('the preview of a block lists the connections that it would close', async () => {
  const { ask } = open()
  const block = { Kind: 'block', Add: { Protocol: 'tcp', SrcIP: '192.168.2.0/24', DstIP: '198.51.100.0/24' } }
  assert.deepEqual(shortly(await ask(block)), { opens: [], closes: ['Phone → internet tcp null'] })
  const routed = { ...block, Kind: 'block_forward', Add: { ...block.Add, DstPort: '443' } }
  assert.deepEqual(shortly(await ask(routed)), { opens: [], closes: ['Phone → internet tcp 443'] })
  const fromTv = { ...block, Add: { ...block.Add, SrcIP: '192.168.2.6' } }
  assert.deepEqual(shortly(await ask(fromTv)), { opens: [], closes: [] })
})

test('a block of the router itself closes what the router sends', async () => {
  const Add = { Protocol: 'tcp', SrcIP: '0.0.0.0/0', DstIP: '192.168.2.6' }
  const { closes } = shortly(await open().ask({ Kind: 'block_output', Add }))
  assert.deepEqual(new Set(closes), new Set(['the router → TV tcp null']))
})

test('an endpoint is previewed for the devices with its tag, by address or domain', async () => {
  const { ask } = open()
  const endpoint = { RuleName: 'x', Protocol: 'tcp', Port: '9100', Tags: ['cast'] }
  assert.deepEqual(shortly(await ask({ Kind: 'endpoint', Add: { ...endpoint, IP: '192.168.2.2' } })).opens, [
    'TV → Phone tcp 9100',
  ])
  assert.deepEqual(shortly(await ask({ Kind: 'endpoint', Add: { ...endpoint, Domain: 'cast.test' } })).opens, [
    'TV → internet tcp 9100',
  ])
})

test('a port of the router opens to the household, or to the internet too', async () => {
  const { ask } = open()
  const port = { Protocol: 'tcp', Port: '8080', UpstreamEnabled: false }
  const home = ['Phone → the router tcp 8080', 'TV → the router tcp 8080']
  assert.deepEqual(shortly(await ask({ Kind: 'service_port', Add: port })).opens, home)
  assert.deepEqual(shortly(await ask({ Kind: 'service_port', Add: { ...port, UpstreamEnabled: true } })).opens, [
    ...home,
    'internet → the router tcp 8080',
  ])
  const ssh = { Protocol: 'tcp', Port: '22', UpstreamEnabled: false }
  assert.equal((await ask({ Kind: 'service_port', Remove: ssh })).Closes.length, 2)
})

test('a multicast port opens, and ping is answered', async () => {
  const { ask } = open()
  const multicast = shortly(await ask({ Kind: 'multicast', Add: { Port: '5000', Upstream: false } }))
  assert.deepEqual(multicast.opens, ['Phone → multicast udp 5000', 'TV → multicast udp 5000'])
  const ping = shortly(await ask({ Kind: 'icmp', Add: { PingLan: false, PingWan: true } }))
  assert.deepEqual(ping.opens, ['internet → the router icmp null'])
  assert.equal(ping.closes.length, 2)
})

test('a network behind another link gets what its policies say', async () => {
  const Add = { Interface: 'br0', SrcIP: '172.18.0.0/16', Policies: ['wan', 'dns'] }
  const { opens } = shortly(await open().ask({ Kind: 'custom_interface', Add }))
  assert.deepEqual(opens, ['custom → internet tcp null', 'custom → the router udp 53'])
})

test('a rule that the call would reject is rejected with the same error', async () => {
  const { ask } = open()
  await assert.rejects(ask({ Kind: 'forward', Add: { ...forward, DstIP: '127.0.0.1' } }), /^Invalid: DstIP: /)
  await assert.rejects(ask({ Kind: 'forward', Remove: forward }), /^NotFound: There is no such rule/)
  await assert.rejects(ask({ Kind: 'forward' }), /^Invalid: Add: is missing/)
})

test('the preview of a forward names the ports of the router that it does not get', async () => {
  const { ask, ledger } = open()
  const all = { Kind: 'forward', Add: { ...forward, Protocol: 'udp', SrcPort: 'any', DstPort: 'any' } }
  assert.deepEqual((await ask(all)).Kept, [])
  const vpn = { ...ledger.facts.setting('vpn'), PrivateKey: 'sealed', Up: true }
  ledger.post(ledger.draw((draft) => draft.set('vpn', vpn)))
  assert.deepEqual((await ask(all)).Kept, [{ Protocol: 'udp', Port: 51_280 }])
  assert.deepEqual((await ask({ ...all, Add: { ...all.Add, Protocol: 'tcp' } })).Kept, [])
  assert.deepEqual((await ask({ ...all, Add: { ...all.Add, Disabled: true } })).Kept, [])
})
