import assert from 'node:assert/strict'
import type { HouseholdDevice } from '../guests/device.ts'
import { openStories } from '../home/story.ts'
import { until } from '../process/until.ts'
import { type ManagedSwitch, manage } from './managed.ts'

const story = await openStories({
  camera: { wired: true, Policies: ['wan', 'dns'], VLANTag: '7', listens: [554] },
  tv: { wired: true, Policies: ['wan', 'dns'], VLANTag: '8', listens: [8009] },
  printer: { wired: true, Policies: ['dns'], listens: [9100] },
})

let managed: ManagedSwitch

/** Connects a device to a port of a VLAN, and requests an address. */
async function join(device: HouseholdDevice, tag: number): Promise<boolean> {
  await device.connect()
  await managed.assign(device.port!, tag)
  return device.lease(15_000).then(
    () => true,
    () => false,
  )
}

const linkOf = async (router: { api(path: string): Promise<unknown> }, device: HouseholdDevice) =>
  ((await router.api('/ip/interfaces')) as Record<string, string>)[(await device.address()) ?? '']

story('on a trunk, each tag of a device has a link with its address', async (home) => {
  const { camera, printer, router, tv } = home
  managed = await manage(home)
  await router.api('/link/vlan/lan0/enable', undefined, 'PUT')
  assert.deepEqual(await Promise.all([join(camera, 7), join(tv, 8), join(printer, 1)]), [true, true, true])
  assert.equal(await linkOf(router, camera), 'lan0.7')
  assert.equal(await linkOf(router, tv), 'lan0.8')
  assert.equal(await linkOf(router, printer), 'lan0')
  for (const device of [camera, tv, printer]) assert.ok(await device.pings('192.168.2.1'), device.name)
})

story(
  'frames of tagged devices have their tags on the wire, and those of the printer have none',
  async ({ router, ...home }) => {
    const dump = router.namespace.start(['tcpdump', '-e', '-n', '-l', '-i', 'lan0', '-Q', 'in', 'icmp'])
    await dump.line('listening on')
    for (const device of [home.camera, home.tv, home.printer]) assert.ok(await device.pings('192.168.2.1'))
    await dump.line(`${home.printer.mac} > `)
    await dump.stop()
    const tagsOf = ({ mac }: HouseholdDevice): Set<string> =>
      new Set(
        dump.lines.filter((line) => line.includes(`${mac} > `)).map((line) => /\bvlan (\d+)/.exec(line)?.[1] ?? 'none'),
      )
    assert.deepEqual([tagsOf(home.camera), tagsOf(home.tv)], [new Set(['7']), new Set(['8'])])
    assert.deepEqual(tagsOf(home.printer), new Set(['none']))
  },
)

story('devices with different tags reach each other only in a group', async (home) => {
  const { camera, tv } = home
  assert.ok(!(await camera.reaches(tv, 8009)))
  await home.configure(camera, { Groups: ['family'] })
  await home.configure(tv, { Groups: ['family'] })
  assert.ok(await camera.reaches(tv, 8009))
  assert.ok(await tv.reaches(camera, 554))
  await home.configure(tv, { Groups: [] })
  assert.ok(!(await camera.reaches(tv, 8009)))
})

story(
  'the camera’s address does not work behind another tag or none; a tag without a device is ignored',
  async (home) => {
    const { camera, printer, router } = home
    const isLetIn = (device: HouseholdDevice): Promise<boolean> => device.lease(4000).then(Boolean, () => false)
    assert.ok(await camera.pings('192.168.2.1'))
    await managed.assign(camera.port!, 8)
    assert.ok(!(await camera.pings('192.168.2.1')))
    await managed.assign(camera.port!, 1)
    assert.ok(!(await camera.pings('192.168.2.1')))
    await managed.assign(printer.port!, 9)
    for (const device of [camera, printer]) await device.stopDhcp()
    assert.deepEqual(await Promise.all([isLetIn(camera), isLetIn(printer)]), [false, false])

    await managed.assign(camera.port!, 7)
    await managed.assign(printer.port!, 1)
    for (const device of [camera, printer]) await device.stopDhcp()
    await Promise.all([camera.lease(15_000), printer.lease(15_000)])
    assert.deepEqual([await linkOf(router, camera), await linkOf(router, printer)], ['lan0.7', 'lan0'])
  },
)

story('a VLAN link is removed with the last device of its tag', async (home) => {
  const { camera, router, tv } = home
  const links = () => router.namespace.run(['ip', '-o', 'link', 'show', 'type', 'vlan'])
  assert.match(await links(), /lan0\.7@/)
  await home.configure(camera, { VLANTag: '0' })
  assert.doesNotMatch(await links(), /lan0\.7@/)
  assert.match(await links(), /lan0\.8@/)
  assert.ok(await tv.pings('192.168.2.1'))
})

story('an uplink can be a VLAN', async ({ internet, line, router, tv }) => {
  const wire = internet.namespace
  await wire.ip('link set provider type bridge vlan_filtering 1')
  await wire.run(['bridge', 'vlan', 'del', 'dev', line, 'vid', '1'])
  await wire.run(['bridge', 'vlan', 'add', 'dev', 'provider', 'vid', '35', 'pvid', 'untagged', 'self'])
  await wire.run(['bridge', 'vlan', 'add', 'dev', line, 'vid', '35'])
  await router.api('/uplink/ip', { Name: 'wan0', Enabled: true, VLAN: '35' })
  const address = await router.uplinkAddress('wan0.35')
  assert.equal(await until('the internet', () => tv.fetch('http://81.2.70.10/whoami')), `${address}\n`)
})
