import assert from 'node:assert/strict'
import { PRIVATE_HOST, RESOLVER, WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'], listens: [22] },
  camera: { Policies: ['dns'], listens: [554] },
  sensor: { Policies: [], listens: [80] },
  printer: { wired: true, Policies: [], listens: [9100] },
  guest: { guest: true, Policies: ['wan', 'dns', 'noapi', 'guestonly'] },
  intruder: { guest: true, Policies: ['wan', 'dns'] },
  visitor: { Policies: ['wan', 'dns', 'guestonly'] },
})

story('all devices get addresses', async (home) => {
  const members = [home.laptop, home.camera, home.sensor, home.printer, home.guest]
  const addresses = await Promise.all(members.map((device) => device.join()))
  assert.equal(new Set(addresses).size, members.length)
})

story('wan permits the internet, only for devices that have it', async ({ laptop, camera, router }) => {
  assert.equal((await laptop.fetch(`http://${WEB}/whoami`))?.trim(), await router.uplinkAddress())
  assert.ok(!(await camera.reaches(WEB, 80)))
  assert.ok(!(await camera.pings(WEB)))
})

story('a device without permission gets a refusal immediately, not a timeout', async ({ camera }) => {
  const COULD_NOT_CONNECT = 7
  assert.equal((await camera.try('curl', '-s', '-m', '10', `http://${WEB}/`)).code, COULD_NOT_CONNECT)
  assert.match((await camera.try('ping', '-c', '1', '-W', '1', WEB)).stdout, /Packet filtered/)
})

story('private addresses beyond the uplink need lan_upstream', async (home) => {
  const { laptop } = home
  assert.ok(!(await laptop.reaches(PRIVATE_HOST, 80)))
  await home.configure(laptop, { Policies: ['wan', 'dns', 'lan_upstream'] })
  assert.ok(await laptop.reaches(PRIVATE_HOST, 80))
  await home.configure(laptop, { Policies: ['dns', 'lan_upstream'] })
  assert.ok(!(await laptop.reaches(PRIVATE_HOST, 80)))
  await home.configure(laptop, { Policies: ['wan', 'dns'] })
})

story('packets to link-local and other special addresses are not forwarded', async ({ laptop, internet }) => {
  // The router itself pings its resolver now and then.
  await using arrived = await openWitness(internet.namespace, `ip daddr != ${RESOLVER} icmp type echo-request`)
  for (const nowhere of ['0.1.2.3', '169.254.169.254', '240.0.0.1']) await laptop.pings(nowhere)
  assert.equal(await arrived.packets(), 0)
  assert.ok(await laptop.pings(WEB))
  assert.equal(await arrived.packets(), 1)
})

story('dns permits the resolver over UDP and TCP, only for devices that have it', async ({ camera, sensor }) => {
  assert.deepEqual(await camera.resolves('www.test'), [WEB])
  assert.deepEqual(await camera.resolves('www.test', '+tcp'), [WEB])
  assert.deepEqual(await sensor.resolves('www.test'), [])
  assert.deepEqual(await sensor.resolves('www.test', '+tcp'), [])
})

story('lan permits all other devices, in one direction', async (home) => {
  const { laptop, camera, printer } = home
  assert.ok(!(await laptop.reaches(camera, 554)))
  assert.ok(!(await laptop.reaches(printer, 9100)))
  await home.configure(laptop, { Policies: ['wan', 'dns', 'lan'] })
  assert.ok(await laptop.reaches(camera, 554))
  assert.ok(await laptop.reaches(printer, 9100))
  assert.ok(await laptop.pings(printer))
  assert.ok(!(await camera.reaches(laptop, 22)))
  assert.ok(!(await printer.reaches(laptop, 22)))
  await home.configure(laptop, { Policies: ['wan', 'dns'] })
  assert.ok(!(await laptop.reaches(camera, 554)))
})

story('no ARP requests are sent for unused addresses', async (home) => {
  const { laptop, router } = home
  await home.configure(laptop, { Policies: ['wan', 'dns', 'lan'] })
  assert.ok(!(await laptop.pings('192.168.2.250')))
  assert.equal(await router.namespace.run(['ip', 'neigh', 'show', '192.168.2.250']), '')
  await home.configure(laptop, { Policies: ['wan', 'dns'] })
})

/** The exit status of curl(1) for a refused connection. */
const REFUSED = 7

story('noapi closes only the router’s own ports', async (home) => {
  const { laptop } = home
  assert.ok(await laptop.reaches('192.168.2.1', 80))
  await home.configure(laptop, { Policies: ['wan', 'dns', 'noapi'] })
  for (const port of [80, 443]) {
    const { code } = await laptop.try('curl', '-s', '-m', '20', `http://192.168.2.1:${port}/`)
    assert.equal(code, REFUSED, `port ${port}`)
  }
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  assert.ok(await laptop.reaches(WEB, 80))
  await home.configure(laptop, { Policies: ['wan', 'dns'] })
})

story('quarantine blocks all other traffic', async (home) => {
  const { laptop, camera } = home
  await home.configure(laptop, { Policies: ['wan', 'dns', 'lan', 'quarantine'] })
  assert.ok(!(await laptop.reaches(WEB, 80)))
  assert.ok(!(await laptop.reaches(camera, 554)))
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await home.configure(laptop, { Policies: ['wan', 'dns'] })
  assert.ok(await laptop.reaches(WEB, 80))
})

story('a disabled device loses its connections immediately, and gets no address', async (home) => {
  const { laptop } = home
  await using stream = await laptop.stream(WEB, 7)
  await home.configure(laptop, { DeviceDisabled: true })
  assert.ok(await stream.stalls())
  assert.ok(!(await laptop.reaches(WEB, 80)))
  await laptop.leave()
  assert.ok(!(await laptop.isLetIn()))
  await laptop.leave()
  await home.configure(laptop, { DeviceDisabled: false, Policies: ['wan', 'dns'] })
  await laptop.join()
  assert.ok(await laptop.reaches(WEB, 80))
})

story('guests get addresses of the guest network only', async ({ guest, intruder, visitor, camera }) => {
  assert.ok(await guest.reaches(WEB, 80))
  assert.ok(!(await guest.reaches(camera, 554)))
  assert.ok(!(await guest.reaches('192.168.2.1', 80)))
  const [isIntruderLetIn, isVisitorLetIn] = await Promise.all([intruder.isLetIn(), visitor.isLetIn()])
  assert.ok(!isIntruderLetIn, 'a device of the household shows up among the guests')
  assert.ok(!isVisitorLetIn, 'a guest shows up in the household')
})

story('a deleted device is disconnected immediately', async (home) => {
  const { laptop } = home
  await using stream = await laptop.stream(WEB, 7)
  await home.router.api(`/device?identity=${laptop.mac}`, undefined, 'DELETE')
  assert.ok(await stream.stalls())
  assert.ok(!(await laptop.reaches(WEB, 80)))
  assert.ok(!(await laptop.reaches('192.168.2.1', 80)))
  const links = await until('the map of links', () => home.router.api('/ip/interfaces'))
  assert.ok(!Object.hasOwn(links as object, (await laptop.address()) ?? ''))
})
