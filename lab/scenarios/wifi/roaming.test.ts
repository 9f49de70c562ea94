import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { connect } from '../../home/cable.ts'
import { openStories } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const story = await openStories({ phone: { Policies: ['wan', 'dns'] }, laptop: { Policies: ['wan', 'dns'] } })

/** Cables replace the radios: the phone has one to each, with the same MAC, and reports name the one that it uses. */
story('a station that another radio reports keeps its address and its TCP connection there', async (home) => {
  const { internet, phone, router } = home
  const ip = await phone.join()
  const before = phone.routerLink!
  await phone.stopDhcp()
  await using stream = await phone.stream(WEB, 7)
  const gateway = ((await phone.run('ip', '-j', 'route', 'show', 'default')).match(/"gateway":"([\d.]+)"/) ?? [])[1]!
  const [{ address: oldMac }] = JSON.parse(await router.namespace.run(['ip', '-j', 'link', 'show', 'dev', before]))
  await connect(
    { namespace: router.namespace, link: 'wlan1.4096', mac: '02:00:5e:00:01:01' },
    { namespace: phone.namespace, link: 'other', mac: phone.mac },
  )
  // In the kernel of a real station, the same link changes to another access point and keeps what it has.
  await phone.namespace.ip('link set wlan0 down', 'link set wlan0 name before', 'link set other down')
  await phone.namespace.ip('link set other name wlan0', 'link set before up', 'link set wlan0 up')
  await phone.namespace.ip(`addr del ${ip}/30 dev before`, `addr add ${ip}/30 dev wlan0`)
  await phone.namespace.ip(
    `route add default via ${gateway} dev wlan0`,
    `neigh replace ${gateway} lladdr ${oldMac} dev wlan0 nud stale`,
    `neigh replace ${gateway} lladdr ${oldMac} dev before nud permanent`,
  )
  const report = { Iface: 'wlan1.4096', Event: 'AP-STA-CONNECTED', Mac: phone.mac, Status: '', Router: '' }
  await router.reportWifi('/reportPSKAuthSuccess', report)
  await until('the new MAC of the router', async () =>
    (await phone.run('ip', 'neigh', 'show', gateway, 'dev', 'wlan0')).includes('02:00:5e:00:01:01'),
  )
  assert.ok(await stream.flows(10_000))
  assert.equal(await phone.address(), ip)
  assert.ok(await phone.fetch('http://www.test/'))

  await using arrived = await openWitness(internet.namespace, 'icmp type echo-request')
  await phone.namespace.ip(`route add ${WEB}/32 via ${gateway} dev before onlink`)
  assert.ok(!(await phone.pings(WEB)), 'the link before is closed')
  assert.equal(await arrived.packets(), 0)
  await phone.namespace.ip(`route del ${WEB}/32 dev before`)
  assert.ok(await phone.pings(WEB))
  assert.equal(await arrived.packets(), 1)
})

story('a station with the same address does not receive what the phone is sent', async (home) => {
  const { laptop, phone } = home
  await laptop.join()
  const ip = (await phone.address())!
  await using received = await openWitness(laptop.namespace, `ip daddr ${ip}`)
  await laptop.namespace.ip(`addr add ${ip}/32 dev wlan0`)
  assert.ok(await phone.pings(WEB))
  assert.equal(await received.packets(), 0)
})
