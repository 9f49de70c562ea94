import assert from 'node:assert/strict'
import { FOREIGN_RESOLVER, RESOLVER, WEB } from '../../guests/addresses.ts'
import { type Router, SHARED_FIREWALL } from '../../guests/router.ts'
import { openStream } from '../../guests/stream.ts'
import { openStories } from '../../home/story.ts'
import { openEvents } from '../../probes/listener.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

/** What is repaired where other programs may change the firewall. Where they cannot: `firewall-owner.test.ts`. */
const story = await openStories(
  {
    laptop: { wired: true, Policies: ['wan', 'dns'] },
    phone: { Policies: ['wan', 'dns'] },
    camera: { Policies: ['dns'], listens: [80] },
  },
  { flags: SHARED_FIREWALL },
)
const ECHO = 7

story('all devices have joined', async (home) => {
  await home.gather()
  assert.ok(await home.laptop.reaches(WEB, ECHO))
  assert.ok(!(await home.camera.reaches(WEB, ECHO)))
})

/** Connections are ended, and packets pass, before the comparison with the kernel has shown whether anything else differs. */
const untilNoDrift = (router: Router) =>
  until('no drift', async () => ((await router.api('/drift')) as unknown[]).length === 0)

story('foreign rules and elements are removed, and connections that they permitted are closed', async (home) => {
  const { router, laptop, camera } = home
  await using permitted = await laptop.stream(WEB, ECHO)
  const element = `{ ${await camera.address()} . "${camera.routerLink}" : accept }`
  for (const command of [
    'insert rule inet sallyport forward accept',
    `add element inet sallyport internet_access ${element}`,
  ]) {
    await router.stopDaemon()
    await router.namespace.run(['nft', command])
    await using forbidden = await camera.stream(WEB, ECHO)
    assert.ok(await forbidden.flows(), 'nothing repairs it while the router is stopped')
    router.resumeDaemon()
    await until('the end of the connection', () => forbidden.stalls(), 30_000)
    assert.ok(!(await camera.reaches(WEB, ECHO)))
    assert.ok(await permitted.flows())
  }
  await untilNoDrift(router)
})

story('elements and rules of another program are deleted when they are reported, and published', async (home) => {
  const { router, camera, laptop } = home
  await using events = await openEvents(router)
  const key = `${await camera.address()} . "${camera.routerLink}"`
  for (const [command, what] of [
    [`add element inet sallyport internet_access { ${key} : accept }`, `element internet_access ${key}`],
    ['insert rule inet sallyport forward accept', 'chain forward'],
  ] as const) {
    await router.namespace.run(['nft', command])
    const { Data } = await events.event('system:drift:repaired')
    const { What } = JSON.parse(Data) as { What: string[] }
    assert.deepEqual(What, [what])
    assert.ok(!(await camera.reaches(WEB, ECHO)))
    assert.ok(await laptop.reaches(WEB, ECHO))
  }
  assert.deepEqual(await router.api('/drift'), [])
})

story('without a ruleset everything is closed, also while the daemon is stopped', async (home) => {
  const { router, laptop, phone, camera, internet } = home
  const { neighbour } = internet
  const uplink = await router.uplinkAddress()
  const forward = { Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort: '8080', DstIP: await camera.address(), DstPort: '80' }
  await router.api('/firewall/forward', forward)
  await router.api('/firewall/service_port', { Protocol: 'tcp', Port: '80', UpstreamEnabled: true })
  await neighbour.ip(`route add 192.168.2.0/24 via ${uplink}`)
  assert.ok(await neighbour.connects(uplink, 80), 'what the owner opened is open')
  assert.ok(await neighbour.connects(uplink, 8080))
  await using permitted = await laptop.stream(WEB, ECHO)
  await using inbound = await openStream(neighbour, uplink, 8080)

  await router.stopDaemon()
  await router.namespace.run(['nft', 'flush', 'ruleset'])
  await using outside = await openWitness(
    internet.namespace,
    // The kernel keeps connections of the stopped daemon itself open.
    `ip saddr { 192.168.2.0/24, ${uplink} } ip daddr != ${RESOLVER} meta l4proto { tcp, udp, icmp }`,
  )
  await using inside = await openWitness(camera.namespace, 'meta l4proto { tcp, udp, icmp }')
  const to = (await camera.address())!
  const attempts: Record<string, Promise<boolean>> = {
    'between devices': laptop.reaches(camera, 80),
    'from outside to a device': neighbour.connects(to, 80),
  }
  for (const device of [laptop, phone, camera]) {
    attempts[`${device.name} to the internet`] = device.reaches(WEB, 80)
    attempts[`${device.name} pings`] = device.pings(FOREIGN_RESOLVER)
    for (const port of [53, 80]) attempts[`${device.name} to the router:${port}`] = device.reaches('192.168.2.1', port)
  }
  for (const at of [uplink, '192.168.2.1'])
    for (const port of [53, 80, 8080]) attempts[`from outside to ${at}:${port}`] = neighbour.connects(at, port)
  for (const [what, attempt] of Object.entries(attempts)) assert.ok(!(await attempt), what)
  assert.deepEqual(await Promise.all([permitted.stalls(), inbound.stalls()]), [true, true])
  assert.equal(await outside.packets(), 0)
  assert.equal(await inside.packets(), 0)

  router.resumeDaemon()
  await until('the repair', () => laptop.reaches(WEB, 80), 30_000)
  assert.ok(await permitted.flows(8000), 'what is permitted continues')
  assert.ok(await inbound.flows(8000))
  assert.ok(!(await laptop.reaches(camera, 80)))
  assert.ok(!(await camera.reaches(WEB, 80)))
  await router.api('/firewall/forward', forward, 'DELETE')
  await router.api('/firewall/service_port', { Protocol: 'tcp', Port: '80', UpstreamEnabled: false })
  await neighbour.ip('route del 192.168.2.0/24')
})

story('an element that another program deleted is restored within seconds', async ({ router, phone }) => {
  const link = phone.routerLink ?? ''
  const routes = await router.namespace.run(['ip', '-j', '-4', 'route', 'show', 'dev', link])
  const [{ dst, prefsrc }] = JSON.parse(routes) as [{ dst: string; prefsrc: string }]
  for (const command of [
    `route delete ${dst} dev ${link}`,
    `route delete local ${prefsrc} dev ${link} table local`,
    `address delete ${prefsrc}/30 dev ${link}`,
    `neighbour delete ${await phone.address()} dev ${link}`,
    `route add blackhole ${await phone.address()}/32`,
    `link set ${link} down`,
  ]) {
    await router.namespace.ip(command)
    await until(`the phone after ${command}`, () => phone.pings('192.168.2.1'), 30_000)
    assert.ok(await until('the internet', () => phone.reaches(WEB, 80)))
  }
  await router.namespace.sysctl('net.ipv4.ip_forward', '0')
  assert.ok(await until('forwarding', () => phone.reaches(WEB, 80), 30_000))
  await untilNoDrift(router)
})
