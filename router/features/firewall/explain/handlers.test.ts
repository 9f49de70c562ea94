import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOfForward } from '../../../model/firewall/config/configrule.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { ServiceId } from '../../../model/machine/services/service.ts'
import { tunnelFault } from '../../../model/vpn/tunnels/fault.ts'
import type { Draft } from '../../../store/facts.ts'
import { join, openHome } from './explain.fixture.ts'

const PHONE = '02:00:00:00:00:01'
const TV = '02:00:00:00:00:02'

async function open(uplinks = ['wan0'], appPort = '', edit: (draft: Draft) => void = () => undefined) {
  const forward = {
    Protocol: 'tcp',
    SrcIP: '0.0.0.0/0',
    SrcPort: '8443',
    DstIP: '192.168.2.6',
    DstPort: '443',
  } as const
  const add = (draft: Draft): void => {
    join(draft, PHONE, '192.168.2.2', { Name: 'Phone', Policies: ['wan', 'dns'] })
    join(draft, TV, '192.168.2.6', { Name: 'tv' })
    draft.devices.put('02:00:00:00:00:03', { ...emptyDevice(), MAC: '02:00:00:00:00:03', Name: 'new' })
    draft.forwards.put(keyOfForward(forward), { RuleName: 'nas', Disabled: false, Description: '', ...forward })
    edit(draft)
    if (appPort) {
      const port = { Protocol: 'tcp', Port: appPort, UpstreamEnabled: true, Description: '' } as const
      draft.set('firewall', { ...draft.setting('firewall'), ServicePorts: [port] })
    }
  }
  const lookUp = async (name: string) => (name === 'www.test' ? { ips: ['81.2.70.10'], ttlSeconds: 60 } : undefined)
  const announced = (mac: string) => (mac === TV ? [{ Type: '_ipp._tcp', Port: 8631 }] : [])
  const { explain } = await openHome(add, { uplinks, announced, lookUp })
  return (from: string, to: string, port = 443, proto: 'tcp' | 'icmp' = 'tcp', service?: ServiceId) =>
    explain(from, to, port || undefined, proto, service)
}

test('the decision is explained in a sentence', async () => {
  const explain = await open()
  const says = async (...asked: Parameters<typeof explain>) => (await explain(...asked)).Text
  assert.equal(
    await says('phone', 'internet'),
    'Phone may open this to the internet: its policy “Use the internet” (wan) allows it.',
  )
  assert.equal(
    await says(PHONE, 'www.test'),
    'Phone may open this to 81.2.70.10: its policy “Use the internet” (wan) allows it.',
  )
  assert.equal(
    await says('phone', 'tv'),
    'What Phone sends to tv is refused: it has no policy “Reach every device at home” (lan), and they share no group, tag or rule.',
  )
  assert.equal(
    await says('internet', 'router', 8443),
    'The internet may open this to the router, which leads to tv at port 443: the forward of port 8443 to 192.168.2.6 “nas” allows it.',
  )
  assert.equal(
    await says('phone', '9.9.9.9', 53),
    'Phone may open this to 9.9.9.9, which leads to the router at port 53: its policy “Look up names” (dns) allows it.',
  )
  assert.match(await says('192.168.2.250', 'internet'), /dropped in silence: no device has this address now/)
  assert.match(await says('tv', 'router', 0, 'icmp'), /the router is open for ping/)
})

test('the deciding rule is returned as data', async () => {
  const explain = await open()
  assert.partialDeepStrictEqual((await explain('internet', 'router', 8443)).By.Rule, { DstIP: '192.168.2.6' })
  assert.equal((await explain('phone', 'internet')).By.Rule, null)
})

test('an end without an owner or an address is refused with the reason; so is a missing port', async () => {
  const explain = await open()
  await assert.rejects(explain('fridge', 'internet'), /^NotFound: from: there is neither a device nor a domain/)
  await assert.rejects(explain('phone', 'nowhere.test'), /^NotFound: to: /)
  await assert.rejects(explain('new', 'internet'), /^Invalid: from: has no address yet/)
  await assert.rejects(explain('phone', 'internet', 0), /^Invalid: port: is missing/)
})

test('a service is asked about as a whole: at the ports that the device announces, or the usual ones', async () => {
  const explain = await open()
  const { Ports, Passes, Text } = await explain('phone', 'tv', 0, 'tcp', 'printing')
  assert.deepEqual([Passes, Ports], [false, [{ Protocol: 'tcp', Port: 8631, Passes: false }]])
  assert.match(Text, /^What Phone sends to tv is refused/)
  assert.deepEqual((await explain('tv', 'phone', 0, 'tcp', 'printing')).Ports, [
    { Protocol: 'tcp', Port: 631, Passes: false },
    { Protocol: 'tcp', Port: 9100, Passes: false },
    { Protocol: 'tcp', Port: 515, Passes: false },
  ])
  assert.equal((await explain('phone', 'internet', 0, 'tcp', 'printing')).Passes, true)
  assert.deepEqual((await explain('tv', 'router', 0, 'icmp')).Ports, [])
})

test('without an uplink, nothing comes from the internet and nothing leads there', async () => {
  const explain = await open([])
  for (const [from, to, verdict] of [
    ['192.168.2.2', '81.2.70.10', 'refuse'],
    ['81.2.70.10', '192.168.2.2', 'drop'],
    ['192.168.2.1', '81.2.70.10', 'drop'],
  ] as const) {
    const { Verdict, Text } = await explain(from, to)
    assert.deepEqual([Verdict, /there is no uplink/.test(Text)], [verdict, true], Text)
  }
})

test('a forward that names a port of the router is named as the one that does not include it', async () => {
  const explain = await open(['wan0'], '8443')
  assert.equal(
    (await explain('internet', '81.2.69.100', 8443)).Text,
    'The internet may open this to the router: the router is open for tcp 8443, which the forward of port 8443 to 192.168.2.6 “nas” does not include.',
  )
})

const tunnel = {
  ...{
    Name: 'oslo',
    Link: 'wg1',
    Enabled: true,
    PrivateKey: 'sealed',
    PublicKey: '',
    Addresses: ['10.64.0.2'],
    DNS: [],
  },
  ...{ MTU: 0, ListenPort: 0 },
  Peer: {
    ...{ PublicKey: 'peer', PresharedKey: '', Endpoint: 'vpn.example:51820', PersistentKeepalive: 25 },
    AllowedIPs: ['0.0.0.0/0'],
  },
}
const exit = {
  ...{ Name: 'abroad', Number: 1, Devices: [PHONE], Groups: [], Tags: [], Tunnels: ['oslo'], Traffic: 'all' as const },
  ...{ Networks: [], Domains: [] },
}
const state = {
  name: 'oslo',
  wasUp: true,
  since: 0,
  fault: tunnelFault('no_handshake'),
  endpoint: '198.51.100.7:51820',
}

test('what leaves through a tunnel passes only while the tunnel is connected', async () => {
  const withState = (up: boolean | undefined, Enabled = true) =>
    open(['wan0'], '', (draft) => {
      draft.tunnels.put('oslo', { ...tunnel, Enabled })
      draft.exits.put('abroad', exit)
      if (up !== undefined) draft.tunnelStates.put('oslo', { ...state, up })
    })
  const up = await (await withState(true))('phone', 'internet')
  assert.deepEqual([up.Passes, /through the tunnel oslo/.test(up.Text)], [true, true])
  for (const [explain, verdict, words] of [
    [await withState(false), 'drop', 'dropped in silence'],
    [await withState(undefined), 'refuse', 'refused'],
  ] as const) {
    const { Passes, Verdict, Text, Ports } = await explain('phone', 'internet')
    assert.deepEqual([Passes, Verdict], [false, verdict])
    assert.deepEqual(Ports, [{ Protocol: 'tcp', Port: 443, Passes: false }])
    assert.equal(
      Text,
      `What Phone sends to the internet is ${words}: the tunnel oslo, through which it leaves, is not connected.`,
    )
    assert.equal((await explain('phone', 'router', 0, 'icmp')).Passes, true)
    assert.equal((await explain('phone', '81.2.69.100', 443)).Passes, true, 'the uplink has the address of the router')
  }
  const closed = await (await withState(false, false))('phone', 'internet')
  assert.deepEqual([closed.Passes, closed.Verdict], [false, 'refuse'])
})

test('nothing passes to the internet while the cable of each uplink is unplugged', async () => {
  const withCables = (...up: boolean[]) =>
    open(['wan0', 'wan1'], '', (draft) => {
      for (const [index, one] of up.entries())
        draft.links.put(`wan${index}`, { name: `wan${index}`, index, mac: '02:00:00:00:00:99', up: one })
    })
  const { Passes, Verdict, Text } = await (await withCables(false, false))('phone', 'internet')
  assert.deepEqual([Passes, Verdict, /: no uplink is connected\.$/.test(Text)], [false, 'refuse', true], Text)
  assert.equal((await (await withCables(true, false))('phone', 'internet')).Passes, true)
})

test('nothing passes to the internet while no uplink has an address', async () => {
  const explain = await open(['wan0'], '', (draft) => draft.uplinkLeases.remove('wan0'))
  const { Passes, Text } = await explain('phone', 'internet')
  assert.deepEqual([Passes, /: no uplink has an address\.$/.test(Text)], [false, true])
  assert.equal((await explain('phone', 'router', 0, 'icmp')).Passes, true)
})
