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
