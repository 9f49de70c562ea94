import assert from 'node:assert/strict'
import packet from 'dns-packet'
import { routerSide } from '../../../router/model/home/dhcp/subnet.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Namespace } from '../../home/namespace.ts'
import { openStories } from '../../home/story.ts'
import { listen, say } from '../../probes/group-listener.ts'
import { search, sendTo } from '../../probes/searcher.ts'
import { openWitness } from '../../probes/witness.ts'
import { MDNS, mSearch, SSDP, ssdpAnswer } from './discovery.fixture.ts'

const ROUTER = '192.168.2.1'

const story = await openStories({
  phone: { Policies: ['wan', 'dns', 'lan'], DeviceTags: ['cast'], listens: [7000] },
  tv: { Policies: ['wan', 'dns', 'lan'], DeviceTags: ['cast'], listens: [8009] },
  camera: { Policies: ['dns', 'lan'] },
  printer: { wired: true, Policies: ['lan'] },
  desk: { wired: true, Policies: ['wan', 'dns', 'lan'], DeviceTags: ['cast'] },
  guest: { guest: true, Policies: ['wan', 'dns', 'noapi', 'guestonly'] },
})

const notify = (name: string): string => `NOTIFY * HTTP/1.1\r\nUSN: uuid:${name}\r\n\r\n`

const announcement = (name: string, ip: string): Buffer =>
  packet.encode({
    type: 'response',
    flags: packet.AUTHORITATIVE_ANSWER,
    answers: [{ type: 'A', name, ttl: 120, flush: true, data: ip }],
  })

story(
  'an announcement reaches household devices that may connect to its sender, with its source address',
  async (home) => {
    await home.gather()
    const { phone, tv, camera, printer, desk, guest } = home
    const ears = await listen(SSDP, phone, camera, printer, desk)
    const [guestEar] = await listen(SSDP, guest)
    await say(tv, SSDP, notify('tv'))
    const senders = await Promise.all(ears.map((ear) => ear.received(notify('tv'))))
    assert.deepEqual(new Set(senders), new Set([`${await tv.address()}:1900`]))
    await say(printer, SSDP, notify('printer'))
    for (const ear of ears.slice(0, 2))
      assert.equal(await ear.received(notify('printer')), `${await printer.address()}:1900`)
    assert.ok(!guestEar!.hasReceived(notify('tv')), 'a guest received an announcement of the household')
  },
)

story('a device without permission neither discovers nor is asked, and announces only itself', async (home) => {
  const { phone, tv, camera } = home
  await home.configure(camera, { Policies: ['dns'] })
  const [phoneEar, cameraEar, tvEar] = await listen(MDNS, phone, camera, tv)
  const [tvIp, cameraIp] = [(await tv.address())!, (await camera.address())!]
  const answer = announcement('tv.local', tvIp)
  await say(tv, MDNS, answer)
  assert.equal(await phoneEar!.received(answer), `${tvIp}:5353`)
  assert.ok(await phone.reaches(tv, 8009))
  assert.ok(!(await camera.reaches(tv, 8009)))
  const lies = [announcement('tv.local', cameraIp), announcement('printer.local', '198.51.100.1')]
  for (const lie of lies) await say(camera, MDNS, lie)
  const question = packet.encode({ type: 'query', questions: [{ type: 'A', name: 'tv.local' }] })
  await say(camera, MDNS, question)
  const own = announcement('camera.local', cameraIp)
  await say(camera, MDNS, own)
  await phoneEar!.received(own)
  for (const lie of lies) assert.ok(!phoneEar!.hasReceived(lie))
  await home.configure(camera, { Policies: ['dns', 'lan'] })
  const later = announcement('tv2.local', tvIp)
  await say(tv, MDNS, later)
  await cameraEar!.received(later)
  assert.ok(!cameraEar!.hasReceived(answer))
  assert.ok(!tvEar!.hasReceived(question))
})

const anotherPort = (at: string): string => at.replace(/\d+$/, (port) => `${Number(port) + 1}`)

story('a search crosses with its answers and the permitted connection, and nothing else does', async (home) => {
  const { phone, tv, camera, printer, desk } = home
  const [tvIp, phoneIp] = [(await tv.address())!, (await phone.address())!]
  for (const device of [tv, camera, printer]) await home.configure(device, { Policies: ['dns'] })
  const question = mSearch('urn:dial-multiscreen-org:service:dial:1')
  const answer = (ip: string, id = 'tv') =>
    ssdpAnswer('urn:dial-multiscreen-org:service:dial:1', `http://${ip}:8009/dd.xml`, id)
  const [ear] = await listen(SSDP, tv)
  const stranger = await search(camera, SSDP, mSearch('upnp:rootdevice'), 40_001)
  const asker = await search(phone, SSDP, question, 40_000)
  const router = (await ear!.received(question))!
  assert.equal(router.split(':')[0], routerSide(tvIp))
  assert.ok(!ear!.hasReceived(mSearch('upnp:rootdevice')))
  const [direct, foreign, unasked] = [answer(tvIp, 'direct'), answer('198.51.100.1'), answer(tvIp, 'unasked')]
  await sendTo(tv, asker.source, direct, 1900)
  await sendTo(tv, stranger.source, direct, 1900)
  await sendTo(tv, router, foreign, 1900)
  await sendTo(tv, anotherPort(router), unasked, 1900)
  await sendTo(tv, router, answer(tvIp), 1900)
  assert.equal(await asker.received(answer(tvIp)), `${tvIp}:1900`)
  for (const lie of [direct, foreign, unasked]) assert.ok(!asker.hasReceived(lie))
  for (const one of [direct, answer(tvIp)]) assert.ok(!stranger.hasReceived(one))
  assert.ok(await phone.reaches(tv, 8009))
  assert.ok(!(await tv.reaches(phoneIp, 7000)))

  // On a shared wire the printer receives the question twice, and its answer to the desk is rejected.
  const [printerEar] = await listen(SSDP, printer)
  const wired = await search(desk, SSDP, question, 40_000)
  const printerIp = (await printer.address())!
  const own = answer(printerIp, 'printer')
  const way = await printerEar!.receivedFrom(routerSide(printerIp))
  await sendTo(printer, way, own, 1900)
  await wired.received(own)
  for (const device of [tv, camera]) await home.configure(device, { Policies: device.spec.Policies! })
  await home.configure(printer, { Policies: ['lan'] })
})

story('an entry with a tag applies only to devices with it, also on a shared wire', async (home) => {
  const { phone, tv, camera, printer, desk, router } = home
  const settings = (await router.api('/multicastSettings')) as { Addresses: { Address: string }[] }
  const [phoneEar, cameraEar, printerEar, deskEar] = await listen(SSDP, phone, camera, printer, desk)
  const tagged = { Address: SSDP, Tags: ['cast'] }
  await router.api('/multicastSettings', { ...settings, Addresses: [MDNS, tagged], DisableMDNSAdvertise: true })
  await say(tv, SSDP, notify('tv for few'))
  await Promise.all([phoneEar!.received(notify('tv for few')), deskEar!.received(notify('tv for few'))])
  await say(camera, SSDP, notify('camera for few'))
  // Messages sent before this one are handled with the present settings.
  await say(tv, SSDP, notify('tv once more'))
  await phoneEar!.received(notify('tv once more'))
  await router.api('/multicastSettings', settings)
  // A message received later shows that the earlier one was not forwarded.
  await say(tv, SSDP, notify('tv for all'))
  for (const ear of [cameraEar!, printerEar!]) {
    await ear.received(notify('tv for all'))
    assert.ok(!ear.hasReceived(notify('tv for few')))
    assert.ok(!ear.hasReceived(notify('tv once more')))
  }
  await phoneEar!.received(notify('tv for all'))
  assert.ok(!phoneEar!.hasReceived(notify('camera for few')))
})

story('nothing is forwarded if disabled, or if its port is closed', async ({ phone, tv, router }) => {
  const settings = (await router.api('/multicastSettings')) as object
  const [ear] = await listen(SSDP, phone)
  await router.api('/multicastSettings', { ...settings, Disabled: true })
  await say(tv, SSDP, notify('while off'))
  // The reply shows that the router has handled the message before it.
  await router.api('/multicastSettings')
  await router.api('/multicastSettings', settings)
  await router.api('/firewall/multicast', { Port: '1900', Upstream: false }, 'DELETE')
  await say(tv, SSDP, notify('while closed'))
  await router.api('/firewall/multicast', { Port: '1900', Upstream: false })
  await say(tv, SSDP, notify('while open'))
  await ear!.received(notify('while open'))
  assert.ok(!ear!.hasReceived(notify('while off')))
  assert.ok(!ear!.hasReceived(notify('while closed')))
})

story('devices in quarantine neither send nor receive announcements', async (home) => {
  const { phone, tv, camera } = home
  const [phoneEar, cameraEar] = await listen(SSDP, phone, camera)
  await home.configure(camera, { Policies: ['dns', 'quarantine'] })
  await say(camera, SSDP, notify('from quarantine'))
  await say(tv, SSDP, notify('into quarantine'))
  await phoneEar!.received(notify('into quarantine'))
  await home.configure(camera, { Policies: ['dns', 'lan'] })
  await say(tv, SSDP, notify('afterwards'))
  await cameraEar!.received(notify('afterwards'))
  assert.ok(!phoneEar!.hasReceived(notify('from quarantine')))
  assert.ok(!cameraEar!.hasReceived(notify('into quarantine')))
})

story('spoofed announcements are not forwarded', async ({ phone, tv, camera }) => {
  const [ear] = await listen(SSDP, phone)
  const stolen = (await tv.address())!
  await camera.namespace.ip(`addr add ${stolen}/32 dev ${camera.link}`)
  await say(camera, SSDP, notify('forged'), stolen)
  await camera.namespace.ip(`addr del ${stolen}/32 dev ${camera.link}`)
  await say(tv, SSDP, notify('the real one'))
  await ear!.received(notify('the real one'))
  assert.ok(!ear!.hasReceived(notify('forged')))
})

/** The addresses of a name, asked of all on the link at once as a simple resolver does: from any port, for an answer to it alone. */
async function resolve(namespace: Namespace, name: string, source: string, { port = '0', unicast = false } = {}) {
  const input = packet.encode({ type: 'query', id: 7, questions: [{ type: 'A', name }] })
  // The top bit of the class asks for a unicast answer: RFC 6762 5.4.
  if (unicast) input[input.length - 2] = 0x80
  const group = `UDP4-DATAGRAM:${MDNS},ip-multicast-if=${source},ip-multicast-loop=0,bind=${source}:${port}`
  const { stderr } = await namespace.outcome(['socat', '-x', '-t', '0.5', '-', group], { input })
  const [, bytes] = /^< .*\n ([\da-f ]+)$/m.exec(stderr) ?? []
  if (!bytes) return []
  const { id, answers } = packet.decode(Buffer.from(bytes.replaceAll(' ', ''), 'hex'))
  assert.equal(id, 7)
  return answers!.map((answer) => 'data' in answer && answer.data)
}

story('the router answers to its mDNS name, and announcements of that name are dropped', async (home) => {
  const { phone, tv, camera, router } = home
  const asks = async (device: HouseholdDevice, name: string) =>
    resolve(device.namespace, name, (await device.address())!)
  assert.deepEqual(await asks(phone, 'spr.local'), [ROUTER])
  const from = (await phone.address())!
  assert.deepEqual(await resolve(phone.namespace, 'spr.local', from, { unicast: true }), [ROUTER])
  const [ear] = await listen(MDNS, camera)
  const lie = announcement('spr.local', (await tv.address())!)
  await say(tv, MDNS, lie)
  const truth = announcement('tv.local', (await tv.address())!)
  await say(tv, MDNS, truth)
  await ear!.received(truth)
  assert.ok(!ear!.hasReceived(lie))

  const settings = (await router.api('/multicastSettings')) as object
  await router.api('/multicastSettings', { ...settings, MDNSName: 'Home' })
  assert.deepEqual(await asks(phone, 'home.local'), [ROUTER])
  assert.deepEqual(await asks(phone, 'spr.local'), [])
  const open80 = (host: string) =>
    phone.run('curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Host: ${host}`, `http://${ROUTER}/status`)
  assert.equal(await open80('home.local'), '401')
  assert.notEqual(await open80('elsewhere.local'), '401')
  await router.api('/multicastSettings', settings)
})

story('nothing is sent to an uplink, and queries from it get no response until both are permitted', async (home) => {
  const { tv, internet, router } = home
  const { neighbour } = internet
  await using arrived = await openWitness(neighbour, 'ip daddr 224.0.0.0/4 udp dport { 5353, 1900 }')
  const asks = () => resolve(neighbour, 'spr.local', internet.addressing.neighbour)
  await say(tv, SSDP, notify('for the home alone'))
  await say(tv, MDNS, announcement('tv.local', (await tv.address())!))
  const settings = (await router.api('/multicastSettings')) as object
  assert.deepEqual(await asks(), [])
  await router.api('/multicastSettings', { ...settings, DisableMDNSAdvertise: false })
  assert.deepEqual(await asks(), [])
  await router.api('/firewall/multicast', { Port: '5353', Upstream: true })
  assert.deepEqual(await asks(), [await router.uplinkAddress()])
  assert.equal(await arrived.packets(), 0)
  // A query from port 5353 gets a multicast response: shows that the witness works.
  await resolve(neighbour, 'spr.local', internet.addressing.neighbour, { port: '5353' })
  assert.equal(await arrived.packets(), 1)
  await router.api('/firewall/multicast', { Port: '5353', Upstream: false })
  await router.api('/multicastSettings', settings)
  assert.deepEqual(await asks(), [])
  assert.equal(await arrived.packets(), 1)
})

story('an address can be pinged', async ({ phone, internet, router }) => {
  const ping = (link: string, address: string, kind = '') =>
    router.ask({ method: 'PUT', path: `/ping/${encodeURIComponent(link)}/${address}${kind}` })
  const times = async (...words: Parameters<typeof ping>) => (await ping(...words)).body as string[]
  const own = (await phone.address())!
  const link = phone.routerLink!
  const answered = [...(await times(link, own)), ...(await times('wan0', internet.addressing.gateway))]
  assert.equal(answered.length, 8)
  for (const time of answered) assert.match(time, /^\d+\.\d{3}ms$/)
  const echo = phone.namespace.start(['socat', '-d', '-d', 'UDP4-RECVFROM:7,fork', 'EXEC:cat'])
  await echo.line('receiving on')
  for (const time of await times(link, own, '/udp')) assert.match(time, /ms$/)
  for (const [name, address] of [
    ['eth9', own],
    ['a b', own],
    ['lan0', 'phone'],
    ['lan0', '::1'],
    ['lan0', '1.2.3'],
    ['wan0', own],
  ] as const)
    assert.equal((await ping(name, address)).status, 400, `${name} ${address}`)
  assert.equal((await ping('lan0', `${own}:0`, '/udp')).status, 400)
})
