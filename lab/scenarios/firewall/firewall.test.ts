import assert from 'node:assert/strict'
import { PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import { openStream } from '../../guests/stream.ts'
import type { Namespace } from '../../home/namespace.ts'
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

story(
  'the device sees the source address, and a forward can be limited to sources',
  async ({ router, printer, internet }) => {
    const uplink = await router.uplinkAddress()
    const rule = {
      Protocol: 'tcp',
      SrcIP: `${WEB}/32`,
      SrcPort: '8081',
      DstIP: await addressOf(printer),
      DstPort: '80',
    }
    await router.api('/firewall/forward', rule)
    await using seen = await openWitness(printer.namespace, `ip saddr ${WEB} tcp dport 80`)
    await internet.namespace.outcome(['curl', '-s', '-m', '1', '--interface', WEB, `http://${uplink}:8081/`])
    assert.ok((await seen.packets()) > 1, 'the connection came about')
    assert.ok(!(await internet.neighbour.connects(uplink, 8081)))
    await router.api('/firewall/forward', { ...rule, SrcIP: '81.2.69.0/24' })
    assert.ok(await internet.neighbour.connects(uplink, 8081))
    await router.api('/firewall/forward', { ...rule, SrcIP: '81.2.69.0/24' }, 'DELETE')
    await router.api('/firewall/forward', rule, 'DELETE')
  },
)

story('a block applies in both directions, and closes connections', async ({ router, laptop, internet }) => {
  const outward = { Protocol: 'tcp', SrcIP: anybody, DstIP: '81.2.70.0/24' }
  await using stream = await laptop.stream(WEB, 7)
  assert.ok(await stream.flows())
  await router.api('/firewall/block', outward)
  assert.ok(await stream.stalls())
  assert.ok(!(await laptop.reaches(WEB, 80)))
  assert.ok(await laptop.pings(WEB), 'only its protocol')
  await router.api('/firewall/block', { ...outward, Disabled: true })
  assert.ok(await laptop.reaches(WEB, 80))
  await router.api('/firewall/block', outward, 'DELETE')

  const uplink = await router.uplinkAddress()
  const inward = { Protocol: 'tcp', SrcIP: '81.2.69.66', DstIP: anybody }
  await router.api('/firewall/service_port', { Protocol: 'tcp', Port: '80', UpstreamEnabled: true })
  assert.ok(await internet.neighbour.connects(uplink, 80))
  await router.api('/firewall/block', inward)
  assert.ok(!(await internet.neighbour.connects(uplink, 80)))
  assert.ok(await internet.namespace.connects(uplink, 80), 'only its source')
  await router.api('/firewall/block', inward, 'DELETE')
  assert.ok(await internet.neighbour.connects(uplink, 80))
  await router.api('/firewall/service_port', { Protocol: 'tcp', Port: '80', UpstreamEnabled: false })
})

story('a forward block precedes forwards, closes connections, and matches ports', async (home) => {
  const { router, laptop, camera, printer, internet } = home
  const uplink = await router.uplinkAddress()
  const DstIP = await addressOf(printer)
  const forward = { Protocol: 'tcp', SrcIP: anybody, SrcPort: '8080', DstIP, DstPort: '80' }
  await router.api('/firewall/forward', forward)
  await using inward = await openStream(internet.neighbour, uplink, 8080)
  await using outward = await laptop.stream(WEB, 7)
  const block = { Protocol: 'tcp', SrcIP: anybody, DstIP, DstPort: '' }
  await router.api('/firewall/block_forward', block)
  assert.ok(await inward.stalls())
  assert.ok(await outward.flows())
  assert.ok(!(await internet.neighbour.connects(uplink, 8080)))
  await router.api('/firewall/block_forward', block, 'DELETE')
  assert.ok(await internet.neighbour.connects(uplink, 8080))
  await router.api('/firewall/forward', forward, 'DELETE')

  const some = { Protocol: 'tcp', SrcIP: await addressOf(laptop), DstIP: WEB, DstPort: '1-79' }
  await router.api('/firewall/block_forward', some)
  assert.ok(await outward.stalls())
  assert.ok(await laptop.reaches(WEB, 80))
  assert.ok(!(await laptop.reaches(WEB, 7)))
  await router.api('/firewall/block_forward', { ...some, DstPort: '50-100' })
  assert.ok(!(await laptop.reaches(WEB, 80)), 'ranges that overlap are both blocked')
  await router.api('/firewall/block_forward', some, 'DELETE')
  assert.ok(await laptop.reaches(WEB, 7))
  assert.ok(!(await laptop.reaches(WEB, 80)))
  await router.api('/firewall/block_forward', { ...some, DstPort: '50-100' }, 'DELETE')
  assert.ok(!(await camera.reaches(WEB, 80)))
})

story('removing the last admin port is reverted unless it is confirmed', async (home) => {
  const { router, laptop } = home
  const call = async (method: string, body: object, path = '/firewall/service_port'): Promise<string> => {
    const { stdout } = await laptop.try(
      ...['curl', '-s', '-m', '5', '-o', '/dev/null', '-w', '%{http_code}', '-u', router.login, '-X', method],
      ...['-d', JSON.stringify(body), `http://192.168.2.1${path}`],
    )
    return stdout
  }
  const port = { Protocol: 'tcp', Port: '80', UpstreamEnabled: false }
  assert.equal(await call('DELETE', port), '200')
  assert.equal(await call('PUT', { ...port, Description: 'admin app' }), '200')
  const { ServicePorts } = (await router.api('/firewall/config')) as {
    ServicePorts: { Port: string; Description: string }[]
  }
  assert.equal(ServicePorts.find(({ Port }) => Port === '80')?.Description, 'admin app')
  assert.equal(await call('DELETE', port), '200')
  assert.equal(await call('PUT', {}, '/confirm'), '400', 'nobody can be locked out by keeping it')
  assert.equal(await call('DELETE', {}, '/confirm'), '200')
  assert.ok(await laptop.reaches('192.168.2.1', 80))
})

story('an output block does not affect forwarded packets', async ({ router, laptop }) => {
  const rule = { Protocol: 'tcp', SrcIP: anybody, DstIP: `${WEB}/32` }
  assert.ok(await router.namespace.connects(WEB, 80))
  await router.api('/firewall/block_output', rule)
  assert.ok(!(await router.namespace.connects(WEB, 80)))
  assert.ok(await laptop.reaches(WEB, 80))
  await router.api('/firewall/block_output', rule, 'DELETE')
  assert.ok(await router.namespace.connects(WEB, 80))
})

story('an endpoint is reachable only by devices with its tag, in one direction', async (home) => {
  const { router, laptop, camera, printer } = home
  const endpoint = { RuleName: 'printer', Protocol: 'tcp', IP: await addressOf(printer), Domain: '', Port: '9100' }
  await router.api('/firewall/endpoint', { ...endpoint, Tags: ['print'] })
  assert.ok(!(await laptop.reaches(printer, 9100)))
  await home.configure(laptop, { DeviceTags: ['print'] })
  assert.ok(await laptop.reaches(printer, 9100))
  assert.ok(!(await laptop.reaches(printer, 9200)))
  assert.ok(!(await laptop.pings(printer)))
  assert.ok(!(await printer.reaches(laptop, 22)))
  assert.ok(!(await camera.reaches(printer, 9100)))
  await using stream = await laptop.stream(endpoint.IP, 9100)
  await router.api('/firewall/endpoint', { ...endpoint, Tags: ['print'], Disabled: true })
  assert.ok(await stream.stalls())
  await router.api('/firewall/endpoint', { ...endpoint, Port: '9000-9150', Tags: ['print', 'nvr'] })
  assert.ok(await laptop.reaches(printer, 9100))
  assert.ok(await camera.reaches(printer, 9100))
  await home.configure(laptop, { DeviceTags: [] })
  assert.ok(!(await laptop.reaches(printer, 9100)))
  await router.api('/firewall/endpoint', { RuleName: 'printer' }, 'DELETE')
  assert.ok(!(await camera.reaches(printer, 9100)))
})

story('an endpoint may be in the internet, or in a private network beyond the uplink, without wan', async (home) => {
  const { router, camera } = home
  const endpoint = { Protocol: 'tcp', Domain: '', Port: '80', Tags: ['nvr'] }
  await router.api('/firewall/endpoint', { ...endpoint, RuleName: 'cloud', IP: `${WEB}/31` })
  await router.api('/firewall/endpoint', { ...endpoint, RuleName: 'modem', IP: PRIVATE_HOST, Port: 'any' })
  assert.ok(await camera.reaches(WEB, 80))
  assert.ok(!(await camera.reaches(WEB, 7)))
  assert.ok(await camera.reaches(PRIVATE_HOST, 80))
  await router.api('/firewall/endpoint', { RuleName: 'cloud' }, 'DELETE')
  await router.api('/firewall/endpoint', { RuleName: 'modem' }, 'DELETE')
  assert.ok(!(await camera.reaches(WEB, 80)))
})

story('a service port opens the router, to the internet only if enabled', async ({ router, laptop, internet }) => {
  const uplink = await router.uplinkAddress()
  const port = { Protocol: 'tcp', Port: '7777', UpstreamEnabled: false }
  router.namespace.listen(7777)
  assert.ok(!(await laptop.reaches('192.168.2.1', 7777)))
  await router.api('/firewall/service_port', port)
  assert.ok(await laptop.reaches('192.168.2.1', 7777))
  assert.ok(!(await internet.neighbour.connects(uplink, 7777)))
  await router.api('/firewall/service_port', { ...port, UpstreamEnabled: true })
  await using stream = await openStream(internet.neighbour, uplink, 7777)
  assert.ok(await stream.flows())
  await router.api('/firewall/service_port', { Protocol: 'tcp', Port: '7777' }, 'DELETE')
  assert.ok(await stream.stalls())
  assert.ok(!(await laptop.reaches('192.168.2.1', 7777)))
})

story('ping settings apply to household and uplink separately', async ({ router, laptop, internet }) => {
  const uplink = await router.uplinkAddress()
  const isPinged = async () => (await internet.neighbour.outcome(['ping', '-c', '1', '-W', '1', uplink])).code === 0
  assert.ok(await laptop.pings('192.168.2.1'))
  assert.ok(!(await isPinged()))
  await router.api('/firewall/icmp', { PingLan: false, PingWan: true })
  assert.ok(!(await laptop.pings('192.168.2.1')))
  assert.ok(await isPinged())
  await router.api('/firewall/icmp', { PingLan: true, PingWan: false })
})

story('rules are restored after the router was killed', async ({ router, printer, internet }) => {
  const uplink = await router.uplinkAddress()
  const rule = { Protocol: 'tcp', SrcIP: anybody, SrcPort: '8080', DstIP: await addressOf(printer), DstPort: '80' }
  await router.api('/firewall/forward', rule)
  await router.kill()
  assert.ok(await internet.neighbour.connects(uplink, 8080), 'the kernel continues without it')
  await router.start()
  assert.ok(await internet.neighbour.connects(uplink, 8080))
  const { ForwardingRules } = (await router.api('/firewall/config')) as { ForwardingRules: unknown[] }
  assert.equal(ForwardingRules.length, 1)
  await router.api('/firewall/forward', rule, 'DELETE')
  assert.ok(!(await internet.neighbour.connects(uplink, 8080)))
})

const ESP = 50

/** A packet of any protocol, as bytes behind an IP header. */
const sendRaw = (from: Namespace, ip: string, protocol: number, bytes: string) =>
  from.outcome(['socat', '-u', '-', `IP4-SENDTO:${ip}:${protocol}`], { input: bytes })

story('other IP protocols are subject to the same policies', async ({ laptop, camera, internet }) => {
  await using arrived = await openWitness(internet.namespace, `meta l4proto ${ESP}`)
  await sendRaw(camera.namespace, WEB, ESP, '\0\0\0\x01\0\0\0\x01payload')
  assert.equal(await arrived.packets(), 0)
  await sendRaw(laptop.namespace, WEB, ESP, '\0\0\0\x01\0\0\0\x01payload')
  assert.equal(await arrived.packets(), 1)
})
