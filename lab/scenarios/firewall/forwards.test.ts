import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import { openStream } from '../../guests/stream.ts'
import { openStories } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { addressOf, anybody, HOUSEHOLD } from './firewall.fixture.ts'

const story = await openStories(HOUSEHOLD)

story('all devices join', async ({ laptop, camera, printer }) => {
  await Promise.all([laptop, camera, printer].map((device) => device.join()))
})

story('a forward reaches a device, and deleting it closes its connections', async (home) => {
  const { router, printer, internet } = home
  const uplink = await router.uplinkAddress()
  const DstIP = await addressOf(printer)
  const rule = { Protocol: 'tcp', SrcIP: anybody, SrcPort: '8080', DstIP, DstPort: '80' }
  assert.ok(!(await internet.neighbour.connects(uplink, 8080)))
  await router.api('/firewall/forward', rule)
  assert.ok(await internet.neighbour.connects(uplink, 8080))
  assert.ok(!(await internet.neighbour.connects(uplink, 80)), 'only the port that is forwarded')
  assert.ok(!(await internet.neighbour.connects(DstIP, 80)), 'only by the uplink’s address')
  await using stream = await openStream(internet.neighbour, uplink, 8080)
  assert.ok(await stream.flows())
  await router.api('/firewall/forward', { ...rule, Disabled: true })
  assert.ok(await stream.stalls())
  assert.ok(!(await internet.neighbour.connects(uplink, 8080)))
  await router.api('/firewall/forward', rule)
  assert.ok(await internet.neighbour.connects(uplink, 8080))
  await router.api('/firewall/forward', rule, 'DELETE')
  assert.ok(!(await internet.neighbour.connects(uplink, 8080)))
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
  assert.ok(!(await internet.neighbour.connects(uplink, 9101)), 'nobody listens there')
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

story('only devices with wan can use a forward at the uplink’s address', async (home) => {
  const { router, laptop, camera, printer } = home
  const uplink = await router.uplinkAddress()
  const rule = { Protocol: 'tcp', SrcIP: anybody, SrcPort: '8080', DstIP: await addressOf(printer), DstPort: '80' }
  await router.api('/firewall/forward', rule)
  await using seen = await openWitness(printer.namespace, `ip saddr ${await addressOf(laptop)} tcp dport 80`)
  assert.ok(await laptop.reaches(uplink, 8080))
  assert.ok((await seen.packets()) > 0, 'by its own address')
  assert.ok(!(await camera.reaches(uplink, 8080)))
  assert.ok(!(await laptop.reaches(printer, 80)), 'not by the device’s own')
  await home.configure(printer, { Policies: ['wan'] })
  assert.ok(await printer.reaches(uplink, 8080), 'itself')
  await home.configure(printer, { Policies: [] })
  await using stream = await laptop.stream(uplink, 8080)
  await home.configure(laptop, { Policies: ['dns'] })
  assert.ok(await stream.stalls())
  await home.configure(laptop, { Policies: ['wan', 'dns'] })
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
