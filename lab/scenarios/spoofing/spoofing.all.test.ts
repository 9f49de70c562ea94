import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { connect } from '../../home/cable.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  phone: { Policies: ['wan', 'dns'] },
  printer: { wired: true, Policies: ['wan', 'dns'] },
  scanner: { wired: true, Policies: ['wan', 'dns'] },
  stranger: { wired: true, unknown: true },
})

story('all devices join', (home) => home.gather())

story('a real address conflict moves a device, unless the owner has set the address', async (home) => {
  const { stranger, scanner } = home
  const taken = (await scanner.address()) ?? ''
  const own = (await stranger.address()) ?? ''
  await scanner.leave()
  await stranger.namespace.ip(`addr add ${taken}/30 dev eth0`)
  await scanner.connect()
  const moved = await scanner.lease(20_000, '-a')
  assert.notEqual(moved, taken)
  assert.ok(await scanner.reaches(WEB, 80))

  await home.configure(scanner, { RecentIP: taken })
  await scanner.stopDhcp()
  const stubborn = scanner.namespace.start([
    'busybox',
    'udhcpc',
    '-f',
    '-a',
    '-A',
    '1',
    '-i',
    'eth0',
    '-s',
    '/bin/true',
  ])
  for (let declined = 0; declined < 2; declined++) {
    await stubborn.line('declining')
    stubborn.lines.length = 0
  }
  await stubborn.stop()
  await stranger.namespace.ip(`addr del ${taken}/30 dev eth0`)
  await scanner.namespace.ip('addr flush dev eth0')
  assert.equal(await scanner.lease(20_000, '-a'), taken)
  assert.equal(await stranger.address(), own)
})

story('a forged REQUEST on another port does not move the printer', async (home) => {
  const { stranger, printer, router } = home
  await connect(
    { namespace: router.namespace, link: 'lan1' },
    { namespace: stranger.namespace, link: 'eth1', mac: printer.mac },
  )
  const port = { method: 'PUT', path: '/link/config', body: { Name: 'lan1', Type: 'Downlink', Enabled: true } } as const
  await until('the router to see the port', async () => (await router.ask(port)).status === 200)
  const ask = ['busybox', 'udhcpc', '-f', '-q', '-n', '-t', '2', '-T', '1', '-i', 'eth1', '-s', '/bin/true']
  assert.notEqual((await stranger.try(...ask)).code, 0)
  assert.ok(await printer.reaches(WEB, 80))
  await printer.leave()
  assert.equal((await stranger.try(...ask)).code, 0, 'nothing but the device itself says where it is')
  await stranger.namespace.ip('link delete eth1')
  await printer.join()
  assert.ok(await printer.reaches(WEB, 80))
})

story('random MAC addresses do not exhaust the address pool', async (home) => {
  const { stranger, phone } = home
  const invented = Array.from({ length: 60 }, (_, index) => `02:66:00:00:00:${index.toString(16).padStart(2, '0')}`)
  for (let at = 0; at < invented.length; at += 20) {
    await Promise.all(
      invented.slice(at, at + 20).map(async (mac, index) => {
        const link = `fake${at + index}`
        await stranger.namespace.ip(
          `link add ${link} link eth0 address ${mac} type macvlan mode bridge`,
          `link set ${link} up`,
        )
        await stranger.try('busybox', 'udhcpc', '-n', '-q', '-f', '-t', '1', '-T', '1', '-i', link, '-s', '/bin/true')
      }),
    )
  }
  const devices = Object.keys((await home.router.api('/devices')) as object)
  assert.ok(devices.filter((mac) => mac.startsWith('02:66')).length <= 32, 'at most half of the room')
  const newcomer = await home.addDevice('newcomer', { Policies: ['wan', 'dns'] })
  await newcomer.join()
  assert.ok(await newcomer.reaches(WEB, 80))
  await phone.leave()
  await phone.join()
  assert.ok(await phone.reaches(WEB, 80))
})
