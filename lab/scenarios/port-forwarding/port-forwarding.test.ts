import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { openStream } from '../../guests/stream.ts'
import { openStories } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { addressOf, anybody, HOUSEHOLD } from '../firewall/firewall.fixture.ts'

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
