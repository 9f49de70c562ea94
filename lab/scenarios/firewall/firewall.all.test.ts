import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import { openStream } from '../../guests/stream.ts'
import type { Namespace } from '../../home/namespace.ts'
import { openStories } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { addressOf, anybody, HOUSEHOLD } from './firewall.fixture.ts'

const story = await openStories(HOUSEHOLD)

story('all devices join', async ({ laptop, camera, printer }) => {
  await Promise.all([laptop, camera, printer].map((device) => device.join()))
})

story('port ranges are kept, shifted, or mapped to one port', async ({ router, printer, camera, internet }) => {
  const uplink = await router.uplinkAddress()
  const to = async (device: HouseholdDevice, SrcPort: string, DstPort: string) => {
    const rule = { Protocol: 'tcp', SrcIP: anybody, SrcPort, DstIP: await addressOf(device), DstPort }
    await router.api('/firewall/forward', rule)
    return { [Symbol.asyncDispose]: async () => void (await router.api('/firewall/forward', rule, 'DELETE')) }
  }
  await using _same = await to(printer, '9000-9299', 'any')
  await using _shifted = await to(camera, '7000-7003', '1000-1003')
  await using _one = await to(printer, '6000-6100', '80')
  assert.ok(await internet.neighbour.connects(uplink, 9100))
  assert.ok(await internet.neighbour.connects(uplink, 9200))
  assert.ok(!(await internet.neighbour.connects(uplink, 9101)), 'no program listens there')
  assert.ok(await internet.neighbour.connects(uplink, 7002))
  assert.ok(!(await internet.neighbour.connects(uplink, 7001)))
  assert.ok(await internet.neighbour.connects(uplink, 6000))
  assert.ok(await internet.neighbour.connects(uplink, 6100))
})

story('all UDP ports are forwarded to one device', async ({ router, printer, internet }) => {
  const uplink = await router.uplinkAddress()
  const DstIP = await addressOf(printer)
  const rule = { Protocol: 'udp', SrcIP: '0.0.0.0/0', SrcPort: 'any', DstIP, DstPort: 'any' }
  await router.api('/firewall/forward', rule)
  await using seen = await openWitness(printer.namespace, 'udp dport { 1000, 5353, 65535 }')
  for (const port of ['1000', '5353', '65535'])
    await internet.neighbour.outcome(['dig', '+tries=1', '+time=1', '-p', port, `@${uplink}`, 'x.test'])
  assert.equal(await seen.packets(), 3)
  await router.api('/firewall/forward', rule, 'DELETE')
})

story('redirection of DNS cannot be bypassed through the uplink’s address', async (home) => {
  const { router, laptop, printer, camera } = home
  const uplink = await router.uplinkAddress()
  const rule = { Protocol: 'tcp', SrcIP: anybody, SrcPort: '8080', DstIP: await addressOf(camera), DstPort: '554' }
  await router.api('/firewall/forward', rule)
  await home.configure(laptop, { DNSCustom: await addressOf(printer) })
  await using asked = await openWitness(printer.namespace, 'th dport 53')
  for (const at of [uplink, WEB]) await laptop.resolves('www.test', '+tcp', `@${at}`)
  assert.equal(await asked.packets(), 0)
  await home.configure(laptop, { Policies: ['wan', 'dns', 'lan'] })
  await laptop.resolves('www.test', `@${WEB}`)
  assert.ok((await asked.packets()) > 0, 'with a permission it is')
  await home.configure(laptop, { Policies: ['wan', 'dns'], DNSCustom: '0' })
  await router.api('/firewall/forward', rule, 'DELETE')
})

story('an additional uplink address accepts only forwarded ports', async ({ router, laptop, internet }) => {
  const { neighbour } = internet
  const [more, other] = ['81.2.69.201', '10.31.0.1']
  const DstIP = await addressOf(laptop)
  await router.api('/firewall/forward', { Protocol: 'tcp', SrcIP: anybody, SrcPort: '2222', DstIP, DstPort: '22' })
  assert.ok(!(await neighbour.connects(more, 2222)))
  const AdditionalIPs = [{ IP: `${more}/24` }, { IP: `${other}/24` }]
  await router.api('/uplink/ip', { Name: 'wan0', AdditionalIPs })
  await neighbour.ip(`route add ${other}/32 via ${await router.uplinkAddress()}`)
  for (const address of [await router.uplinkAddress(), more, other]) {
    assert.ok(await neighbour.connects(address, 2222), address)
    assert.ok(!(await neighbour.connects(address, 80)), `${address} is closed as the first one is`)
  }
  assert.ok(await laptop.reaches(more, 2222), 'from the home too')
  assert.ok(await laptop.reaches(WEB, 80))
  await using stream = await openStream(neighbour, more, 2222)
  await router.api('/uplink/ip', { Name: 'wan0', AdditionalIPs: [] })
  assert.ok(await stream.stalls(), 'connections end with the address')
  assert.ok(!(await neighbour.connects(more, 2222)))
  assert.ok(await neighbour.connects(await router.uplinkAddress(), 2222))
  await router.api(
    '/firewall/forward',
    { Protocol: 'tcp', SrcIP: anybody, SrcPort: '2222', DstIP, DstPort: '22' },
    'DELETE',
  )
})

story('an output block applies only to its port or range', async ({ router }) => {
  const open = async () => [await router.namespace.connects(WEB, 80), await router.namespace.connects(WEB, 7)]
  const rule = { Protocol: 'tcp', SrcIP: anybody, DstIP: WEB }
  assert.deepEqual(await open(), [true, true])
  for (const [DstPort, ...expected] of [
    ['80', false, true],
    ['1-79', true, false],
    ['any', false, false],
  ]) {
    await router.api('/firewall/block_output', { ...rule, DstPort })
    assert.deepEqual(await open(), expected, String(DstPort))
    await router.api('/firewall/block_output', { ...rule, DstPort }, 'DELETE')
  }
  assert.deepEqual(await open(), [true, true])
})

const UDP = 17

/** A packet of any protocol, as bytes behind an IP header. */
const sendRaw = (from: Namespace, ip: string, protocol: number, bytes: string) =>
  from.outcome(['socat', '-u', '-', `IP4-SENDTO:${ip}:${protocol}`], { input: bytes })
/** A UDP datagram to a port below 128, without a checksum: RFC 768. */
const datagram = (port: number): string => `\x30\x39\0${String.fromCharCode(port)}\0\x09\0\0x`

story('port 0 does not bypass rules for any port', async ({ router, laptop, internet }) => {
  await using arrived = await openWitness(internet.namespace, 'udp sport 12345')
  await sendRaw(laptop.namespace, WEB, UDP, datagram(9))
  assert.equal(await arrived.packets(), 1)
  await sendRaw(laptop.namespace, WEB, UDP, datagram(0))
  const rule = { Protocol: 'udp', SrcIP: await addressOf(laptop), DstIP: WEB, DstPort: 'any' }
  await router.api('/firewall/block_forward', rule)
  for (const port of [0, 1, 9]) await sendRaw(laptop.namespace, WEB, UDP, datagram(port))
  assert.equal(await arrived.packets(), 1)
  await router.api('/firewall/block_forward', rule, 'DELETE')
})

story('fragments are subject to the rules of the whole packet', async ({ router, laptop, internet }) => {
  const rule = { Protocol: 'udp', SrcIP: await addressOf(laptop), DstIP: WEB, DstPort: '99' }
  await router.api('/firewall/block_forward', rule)
  await using arrived = await openWitness(
    internet.namespace,
    `ip saddr ${await router.uplinkAddress()} meta l4proto udp`,
  )
  const large = { input: 'x'.repeat(4000) }
  await laptop.namespace.outcome(['socat', '-u', '-b', '4000', '-', `UDP4:${WEB}:99`], large)
  assert.equal(await arrived.packets(), 0)
  await laptop.namespace.outcome(['socat', '-u', '-b', '4000', '-', `UDP4:${WEB}:98`], large)
  assert.ok((await arrived.packets()) > 0)
  await router.api('/firewall/block_forward', rule, 'DELETE')
})

story('forwards and endpoints of a deleted device do not apply to the next device with its address', async (home) => {
  const { router, laptop, internet } = home
  const uplink = await router.uplinkAddress()
  const lodger = await home.addDevice('lodger', { wired: true, listens: [80] })
  const DstIP = await lodger.join()
  const rule = { Protocol: 'tcp', SrcIP: anybody, SrcPort: '8088', DstIP, DstPort: '80' }
  const endpoint = { RuleName: 'room', Protocol: 'tcp', IP: DstIP, Domain: '', Port: '80', Tags: ['key'] }
  await router.api('/firewall/forward', rule)
  await router.api('/firewall/endpoint', endpoint)
  await home.configure(laptop, { DeviceTags: ['key'] })
  assert.ok(await internet.neighbour.connects(uplink, 8088))
  assert.ok(await laptop.reaches(DstIP, 80))
  await router.api(`/device?identity=${lodger.mac}`, undefined, 'DELETE')
  await lodger.leave()
  const heir = await home.addDevice('heir', { wired: true, listens: [80], RecentIP: DstIP })
  assert.equal(await heir.join(), DstIP)
  assert.ok(!(await internet.neighbour.connects(uplink, 8088)))
  assert.ok(!(await laptop.reaches(DstIP, 80)))
  await router.api('/firewall/forward', rule)
  assert.ok(await internet.neighbour.connects(uplink, 8088), 'until its owner says so')
  await router.api('/firewall/forward', rule, 'DELETE')
  await router.api('/firewall/endpoint', { RuleName: 'room' }, 'DELETE')
  await home.configure(laptop, { DeviceTags: [] })
})
