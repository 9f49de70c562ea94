import assert from 'node:assert/strict'
import { ECHO_PORT, FAMILY_RESOLVER, FOREIGN_RESOLVER, PRIVATE_HOST, RESOLVER, WEB } from '../../guests/addresses.ts'
import type { Home } from '../../home/home.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  sensor: { Policies: ['dns'], DeviceTags: ['cloud'] },
  camera: { Policies: ['dns'] },
  printer: { wired: true, Policies: ['dns'], listens: [9100, 9101] },
})

const give = (home: Home, name: string, IPAddress: string | undefined) =>
  home.router.api(`/dns/hostnames/${name}`, { Hostname: name, IPAddress })
const takeAway = (home: Home, name: string) => home.router.api(`/dns/hostnames/${name}`, undefined, 'DELETE')
const endpoint = (home: Home, Domain: string, Port: number) =>
  home.router.api('/firewall/endpoint', { RuleName: Domain, Protocol: 'tcp', Domain, Port: `${Port}`, Tags: ['cloud'] })

story('a local name resolves in both directions', async (home) => {
  await home.gather()
  const { laptop, printer } = home
  const ip = (await printer.address()) ?? ''
  assert.deepEqual(await laptop.resolves('-x', ip), ['printer.lan.'])
  await give(home, 'archive.lan', ip)
  assert.deepEqual(await laptop.resolves('archive.lan'), [ip])
  assert.deepEqual(await laptop.resolves('archive'), [ip])
  assert.deepEqual(await laptop.resolves('archive.lan', 'AAAA'), [])
  assert.deepEqual(await laptop.resolves('-x', ip), ['archive.lan.'])
  await takeAway(home, 'archive.lan')
  assert.deepEqual(await laptop.resolves('archive.lan'), [])
  assert.deepEqual(await laptop.resolves('-x', ip), ['printer.lan.'])
})

story('local names take precedence over device names and the internet', async (home) => {
  const { laptop, printer } = home
  const ip = (await printer.address()) ?? ''
  await give(home, 'camera.lan', ip)
  assert.deepEqual(await laptop.resolves('camera.lan'), [ip])
  await takeAway(home, 'camera.lan')
  assert.deepEqual(await laptop.resolves('camera.lan'), [await home.camera.address()])
  await give(home, 'www.test', ip)
  assert.deepEqual(await laptop.resolves('www.test'), [ip])
  await takeAway(home, 'www.test')
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
})

story('a local name follows its device to a new address', async (home) => {
  const { laptop, printer } = home
  const before = (await printer.address()) ?? ''
  await give(home, 'archive.lan', before)
  await home.configure(printer, { RecentIP: '192.168.2.202' })
  assert.deepEqual(await laptop.resolves('archive.lan'), ['192.168.2.202'])
  await home.configure(printer, { RecentIP: before })
  await takeAway(home, 'archive.lan')
})

story('an endpoint by domain permits its address and port for devices with the tag', async (home) => {
  const { sensor, camera, internet } = home
  await internet.names.lead('cloud.test', WEB)
  assert.ok(!(await sensor.reaches(WEB, ECHO_PORT)))
  await endpoint(home, 'cloud.test', ECHO_PORT)
  await until('the endpoint to be open', () => sensor.reaches(WEB, ECHO_PORT))
  assert.ok(!(await sensor.reaches(WEB, 80)))
  assert.ok(!(await sensor.reaches(FOREIGN_RESOLVER, ECHO_PORT)))
  assert.ok(!(await camera.reaches(WEB, ECHO_PORT)))
})

story(
  'an endpoint follows its domain: a client that resolves a new address may connect to it immediately',
  async (home) => {
    const { sensor, camera, internet } = home
    await internet.names.lead('cloud.test', FOREIGN_RESOLVER, FAMILY_RESOLVER)
    const resolved = await until('the new addresses', async () => {
      const ips = await sensor.resolves('cloud.test')
      return !ips.includes(WEB) && ips
    })
    assert.deepEqual(resolved.sort(), [FAMILY_RESOLVER, FOREIGN_RESOLVER].sort())
    for (const ip of resolved) assert.ok(await sensor.reaches(ip, ECHO_PORT), ip)
    assert.ok(!(await camera.reaches(FOREIGN_RESOLVER, ECHO_PORT)))
    await home.router.api('/firewall/endpoint', { RuleName: 'cloud.test' }, 'DELETE')
    assert.ok(!(await sensor.reaches(FOREIGN_RESOLVER, ECHO_PORT)))
  },
)

story('an endpoint domain that resolves to home or private addresses permits nothing', async (home) => {
  const { sensor, internet } = home
  await internet.names.lead('near.test', '192.168.2.1')
  await endpoint(home, 'near.test', 22)
  await endpoint(home, 'modem.test', 80)
  assert.deepEqual(await sensor.resolves('modem.test'), [])
  assert.deepEqual(await sensor.resolves('near.test'), [])
  assert.ok(!(await sensor.reaches(PRIVATE_HOST, 80)))
})

story('an endpoint by local name permits its device', async (home) => {
  const { sensor, camera, printer } = home
  await endpoint(home, 'printer.lan', 9100)
  await until('the endpoint to be open', () => sensor.reaches(printer, 9100))
  assert.ok(!(await sensor.reaches(printer, 9101)))
  assert.ok(!(await camera.reaches(printer, 9100)))
})

story('systemDnsOverride applies only to the router’s own queries', async (home) => {
  const { sensor, router } = home
  await router.api('/firewall/systemDnsOverride', FOREIGN_RESOLVER)
  await endpoint(home, 'whoami.test', ECHO_PORT)
  await until('an answer of that resolver', () => sensor.reaches(FOREIGN_RESOLVER, ECHO_PORT))
  assert.ok(!(await sensor.reaches(RESOLVER, ECHO_PORT)))
  assert.deepEqual(await home.laptop.resolves('whoami.test'), [RESOLVER])
  await router.api('/firewall/systemDnsOverride', '')
})
