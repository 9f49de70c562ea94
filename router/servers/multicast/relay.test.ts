import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import { defaultMulticast } from '../../model/firewall/multicast/settings.ts'
import {
  announce,
  ask,
  byLan,
  camera,
  dns,
  MDNS,
  NAMES,
  NOTIFY,
  open,
  phone,
  printer,
  ROUTER,
  SSDP,
  tv,
} from './relay.fixture.ts'

test('a datagram to a group is sent to every permitted device on another link, and to no uplink', async () => {
  const { say, machine } = await open()
  const copies = say(phone, SSDP)
  assert.deepEqual(
    copies.map(({ link }) => link),
    [tv.link, camera.link, 'lan0', 'lan0'],
  )
  for (const { link, payload, sourceMac, destinationMac, ...copy } of copies) {
    assert.deepEqual(copy, { ...SSDP, sourceIp: phone.ip })
    assert.ok(NAMES.has(destinationMac))
    assert.deepEqual(Buffer.from(payload), NOTIFY)
    assert.equal(sourceMac, machine.ip.links.get(link)?.mac)
  }
})

test('mDNS is forwarded with TTL 255 and without QU bits', async () => {
  const { say } = await open()
  const alone = packet.encode({ type: 'query', questions: [{ type: 'PTR', name: '_googlecast._tcp.local' }] })
  alone[alone.length - 2] = 0x80
  const [copy] = say(phone, { ...MDNS, payload: alone, ttl: 1 })
  assert.equal(copy?.ttl, 255)
  assert.equal(copy?.payload.at(-2), 0)
  const answer = announce('tv.local', tv.ip)
  assert.deepEqual(Buffer.from(say(tv, answer)[0]!.payload), answer.payload)
})

test("only datagrams with a device's own address, link and hardware address are forwarded", async () => {
  const { reached, relay } = await open()
  assert.deepEqual(reached({ ...phone, ip: tv.ip }, SSDP), [])
  assert.deepEqual(reached({ ...phone, mac: tv.mac }, SSDP), [])
  assert.deepEqual(reached(phone, SSDP, 'lan0'), [])
  assert.deepEqual(reached({ ...phone, mac: '02:00:00:00:00:99' }, SSDP), [])
  assert.deepEqual(relay.counts(), { 'unknown sender': 4 })
})

test('nothing is forwarded from an uplink', async () => {
  const { reached } = await open()
  assert.deepEqual(reached(phone, SSDP, 'wan0'), [])
  assert.deepEqual(reached({ ...phone, ip: '203.0.113.9' }, ask('spr.local'), 'wan0'), [])
})

test('a quarantined or disabled device neither sends nor receives', async () => {
  const { reached } = await open({ devices: { tv: { Policies: ['quarantine'] }, printer: { DeviceDisabled: true } } })
  assert.deepEqual(reached(tv, SSDP), [])
  assert.deepEqual(reached(printer, SSDP), [])
  assert.deepEqual(reached(phone, SSDP), ['camera', 'desk'])
})

test('an entry with tags applies to devices that share one', async () => {
  const { reached, set } = await open({ devices: { phone: { DeviceTags: ['cast'] }, tv: { DeviceTags: ['cast'] } } })
  const [, ssdp] = defaultMulticast().Addresses
  await set({ Addresses: [{ ...ssdp!, Tags: ['cast'] }] })
  assert.deepEqual(reached(phone, SSDP), ['tv'])
  assert.deepEqual(reached(camera, SSDP), [])
})

test("nothing is forwarded if the relay, the entry or the firewall's port is off", async () => {
  const { machine, change, reached, set } = await open()
  const [mdns, ssdp] = defaultMulticast().Addresses
  const joined = () => [...machine.joined].map(({ link, groups }) => `${link} ${groups.join(' ')}`)
  assert.deepEqual(joined(), ['lan0 224.0.0.251 239.255.255.250'])
  await set({ Disabled: true })
  assert.deepEqual(reached(phone, SSDP), [])
  assert.equal(reached(phone, ask('spr.local')).join(), phone.link)
  assert.deepEqual(joined(), ['lan0 224.0.0.251'])
  await set({ Disabled: false, Addresses: [mdns!, { ...ssdp!, Disabled: true }] })
  assert.deepEqual(reached(phone, SSDP), [])
  await set({ Addresses: [mdns!, ssdp!] })
  assert.equal(reached(phone, SSDP).length, 4)
  const ports = (...MulticastPorts: { Port: string; Upstream: boolean }[]) =>
    change((draft) => draft.set('firewall', { ...draft.setting('firewall'), MulticastPorts }))
  await ports({ Port: '1900', Upstream: false })
  assert.deepEqual(reached(phone, ask('spr.local')), [])
  assert.equal(reached(phone, SSDP).length, 4)
  await ports()
  assert.deepEqual(reached(phone, SSDP), [])
  assert.deepEqual(joined(), [])
})

test('another group can be added, on any port', async () => {
  const { reached, set, change } = await open()
  const group = { destinationIp: '239.1.2.3', destinationPort: 4000 }
  assert.deepEqual(reached(phone, group), [])
  await set({ Addresses: [{ Address: '239.1.2.3:4000', Disabled: false, Tags: [], Description: '' }] })
  assert.deepEqual(reached(phone, group), [])
  const open4000 = { Port: '4000', Upstream: false }
  await change((draft) => draft.set('firewall', { ...draft.setting('firewall'), MulticastPorts: [open4000] }))
  assert.equal(reached(phone, group).length, 4)
  assert.deepEqual(reached(phone, { ...group, destinationIp: '239.1.2.4' }), [])
})

test('the router answers to its name, and claims of other devices are dropped', async () => {
  const { say, reached, relay, set } = await open()
  const [answer, ...others] = say(phone, ask('SPR.local'))
  assert.deepEqual(others, [])
  assert.deepEqual(
    [answer!.link, answer!.sourceIp, answer!.destinationIp, answer!.destinationPort, answer!.sourcePort, answer!.ttl],
    [phone.link, '192.168.2.5', '224.0.0.251', 5353, 5353, 255],
  )
  const data = (payload: Uint8Array) =>
    packet.decode(Buffer.from(payload)).answers?.map((one) => 'data' in one && one.data)
  assert.deepEqual(data(answer!.payload), [ROUTER])
  assert.deepEqual(reached(tv, announce('spr.local', tv.ip)), [])
  const wish = { authorities: [{ type: 'A', name: 'spr.local', ttl: 120, data: tv.ip } as const] }
  assert.deepEqual(reached(tv, ask('spr.local', wish)), [tv.link])
  assert.equal(relay.counts()['claims our name'], 2)
  await set({ MDNSName: 'Home' })
  assert.deepEqual(reached(phone, ask('home.local')), [phone.link])
  assert.equal(reached(tv, announce('spr.local', tv.ip)).length, 4)
})

test('a legacy query is answered by unicast to its source port', async () => {
  const { say } = await open()
  const [answer, ...others] = say(phone, { ...ask('spr.local', { id: 7 }), sourcePort: 40_000 })
  assert.deepEqual(others, [])
  assert.deepEqual(
    [answer!.destinationMac, answer!.destinationIp, answer!.destinationPort],
    [phone.mac, phone.ip, 40_000],
  )
  assert.equal(packet.decode(Buffer.from(answer!.payload)).id, 7)
})

test('on an uplink the router answers to its name only if both settings permit it, and only on the link', async () => {
  const neighbour = { mac: '02:00:00:00:00:88', ip: '203.0.113.9', link: 'wan0' }
  const { machine, say, reached, set, change } = await open()
  await set({ DisableMDNSAdvertise: false })
  assert.deepEqual(reached(neighbour, ask('spr.local')), [])
  const MulticastPorts = [{ Port: '5353', Upstream: true }]
  await change((draft) => draft.set('firewall', { ...draft.setting('firewall'), MulticastPorts }))
  const [answer, ...others] = say(neighbour, ask('spr.local'))
  assert.deepEqual(others, [])
  assert.deepEqual([answer!.link, answer!.sourceIp, answer!.destinationIp], ['wan0', '203.0.113.7', '224.0.0.251'])
  assert.ok([...machine.joined].some(({ link }) => link === 'wan0'))
  assert.deepEqual(reached({ ...neighbour, ip: '198.51.100.9' }, ask('spr.local')), [])
  assert.deepEqual(reached(neighbour, ask('tv.local')), [])
  await set({ DisableMDNSAdvertise: true })
  assert.deepEqual(reached(neighbour, ask('spr.local')), [])
})

test('malformed messages and responses from other ports are dropped', async () => {
  const { reached, relay } = await open()
  assert.deepEqual(reached(phone, { ...MDNS, payload: Buffer.from('hello') }), [])
  assert.deepEqual(reached(tv, { ...announce('tv.local', tv.ip), sourcePort: 40_000 }), [])
  assert.deepEqual(relay.counts(), { 'malformed message': 1, 'response from another port': 1 })
})

test('a flood of one sender is forwarded at a limited rate', async () => {
  const { machine, reached } = await open()
  const forwarded = () =>
    Array.from({ length: 100 }, () => reached(phone, SSDP)).filter((copies) => copies.length > 0).length
  assert.equal(forwarded(), 60)
  assert.equal(reached(tv, SSDP).length, 4)
  await machine.clock.step(1000)
  assert.equal(forwarded(), 10)
})

test('failures to receive or join are reported, and retried with the next change', async () => {
  const { machine, reached, set, failures } = await open()
  const { openPackets, joinGroups } = machine
  machine.openPackets = () => {
    throw new Error('too many open files')
  }
  machine.joinGroups = machine.openPackets as never
  await set({ Addresses: [] })
  assert.deepEqual(failures, [
    'multicast cannot be received: Error: too many open files',
    'multicast groups cannot be joined on lan0: Error: too many open files',
  ])
  Object.assign(machine, { openPackets, joinGroups })
  await set(defaultMulticast())
  assert.equal(reached(phone, SSDP).length, 4)
})

test('a link that comes back is joined again, and a missing link is no failure', async () => {
  const { machine, change, facts, failures } = await open()
  const before = [...machine.joined]
  const lan = facts.links.get('lan0')!
  await change((draft) => draft.links.remove('lan0'))
  assert.deepEqual([...machine.joined], [])
  await change((draft) => draft.links.put('lan0', { ...lan, index: 99 }))
  assert.deepEqual([...machine.joined], before)
  assert.deepEqual(failures, [])
})

test('an announced service is stored until its goodbye, for one day, or until the device is deleted', async () => {
  const { say, relay, machine, change } = await open()
  const srv = (name: string, port: number, ttl = 120): packet.Answer => ({
    type: 'SRV',
    name,
    ttl,
    data: { port, target: 'printer.local' },
  })
  const offer = (...answers: packet.Answer[]) => say(printer, dns({ type: 'response', answers }))
  offer(srv('HL 2\u00e4._ipp._tcp.local', 631), srv('HL._pdl-datastream._tcp.local', 9100), srv('printer.local', 22))
  say(phone, dns({ type: 'query', questions: [], authorities: [srv('me._ssh._tcp.local', 22)] }))
  say({ ...phone, ip: printer.ip }, dns({ type: 'response', answers: [srv('x._ssh._tcp.local', 22)] }))
  assert.deepEqual(relay.announced(printer.mac), [
    { Type: '_ipp._tcp', Port: 631 },
    { Type: '_pdl-datastream._tcp', Port: 9100 },
  ])
  assert.deepEqual(relay.announced(phone.mac), [])
  offer(srv('HL._pdl-datastream._tcp.local', 9100, 0))
  assert.deepEqual(relay.announced(printer.mac), [{ Type: '_ipp._tcp', Port: 631 }])
  offer(...Array.from({ length: 50 }, (_, index) => srv(`x._ssh._tcp.local`, 1000 + index)))
  assert.equal(relay.announced(printer.mac).length, 32)
  await machine.clock.step(24 * 3600_000)
  assert.deepEqual(relay.announced(printer.mac), [])
  offer(srv('HL._ipp._tcp.local', 631))
  await change((draft) => draft.devices.remove(printer.mac))
  assert.deepEqual(relay.announced(printer.mac), [])
})

const printing = (TXT: string[], ttl = 4500) =>
  dns({
    type: 'response',
    answers: [
      { type: 'PTR', name: '_ipp._tcp.local', ttl, data: 'Office._ipp._tcp.local' },
      { type: 'SRV', name: 'Office._ipp._tcp.local', ttl, data: { port: 631, target: 'office.local' } },
      { type: 'TXT', name: 'Office._ipp._tcp.local', ttl, data: TXT },
      { type: 'A', name: 'office.local', ttl, data: printer.ip },
    ],
  })

test('what a device announces by multicast DNS is published once a day, and again when it differs', async () => {
  const { say, machine, change, published } = await open()
  const event = (TXT: string[]) => {
    const payload = { SrcIP: printer.ip, MAC: printer.mac, Services: ['_ipp._tcp'], TXT, SSDPHeaders: {} }
    return ['zeroconf:device', payload] as const
  }
  const first = ['ty=Office', 'note=by\nthe door']
  for (const sent of [printing(first), printing(first), printing(first, 0), announce('office.local', printer.ip)])
    say(printer, sent)
  assert.deepEqual(published.splice(0), [event(['ty=Office', 'note=by the door'])])
  say(printer, printing(['ty=Hall']))
  assert.deepEqual(published.splice(0), [event(['ty=Hall'])])
  await machine.clock.step(24 * 3600_000)
  say(printer, printing(['ty=Hall']))
  assert.equal(published.splice(0).length, 1)
  await change((draft) => draft.devices.remove(printer.mac))
  say(printer, printing(['ty=Hall']))
  assert.deepEqual(published, [], 'an unknown sender')
})

test('what a device announces by SSDP is published with its headers, and searches and goodbyes are not', async () => {
  const { say, published } = await open()
  const notify = (NTS: string, extra = '') =>
    Buffer.from(
      `NOTIFY * HTTP/1.1\r\nHost: 239.255.255.250:1900\r\nNT: upnp:rootdevice\r\nNTS: ${NTS}\r\nUSN: uuid:1\r\n${extra}\r\n`,
    )
  const messages = [
    notify('ssdp:alive', 'BOOTID.UPNP.ORG: 1\r\n'),
    notify('ssdp:alive', 'BOOTID.UPNP.ORG: 2\r\n'),
    notify('ssdp:byebye'),
    Buffer.from('M-SEARCH * HTTP/1.1\r\nST: ssdp:all\r\n\r\n'),
    Buffer.from('NOTIFY * HTTP/1.1\r\n\r\n'),
  ]
  for (const payload of messages) say(tv, { payload })
  const SSDPHeaders = {
    ...{ HOST: '239.255.255.250:1900', NT: 'upnp:rootdevice', NTS: 'ssdp:alive', USN: 'uuid:1' },
    'BOOTID.UPNP.ORG': '1',
  }
  const payload = { SrcIP: tv.ip, MAC: tv.mac, Services: ['upnp:rootdevice'], TXT: [], SSDPHeaders }
  assert.deepEqual(published, [['zeroconf:device', payload]])
})

test('a device that announces something else each time is published 64 times a day', async () => {
  const { say, machine, published } = await open()
  const announceAll = async () => {
    for (let n = 0; n < 130; n++) {
      say(printer, printing([`n=${n}`]))
      await machine.clock.step(1000)
    }
  }
  await announceAll()
  await announceAll()
  assert.equal(published.splice(0).length, 64)
  await machine.clock.step(24 * 3600_000)
  await announceAll()
  assert.equal(published.length, 64)
})

const answersOf = (payload: Uint8Array) =>
  packet
    .decode(Buffer.from(payload))
    .answers!.map((one) => `${one.name} ${one.type} ${'data' in one && JSON.stringify(one.data)}`)

test('announcements go to devices that may connect to the sender, and questions to devices that the sender may connect to', async () => {
  const { reached } = await open({ devices: byLan })
  assert.deepEqual(reached(tv, announce('tv.local', tv.ip)), ['phone'])
  assert.deepEqual(reached(tv, {}), ['phone'])
  assert.deepEqual(reached(phone, announce('phone.local', phone.ip)), [])
  assert.deepEqual(reached(phone, ask('tv.local')), ['tv', 'camera', 'printer', 'desk'])
  assert.deepEqual(reached(camera, ask('tv.local')), [])
  assert.deepEqual(reached(camera, { payload: Buffer.from('M-SEARCH * HTTP/1.1\r\nST: ssdp:all\r\n\r\n') }), [])
})

test('a changed permission takes effect with the next datagram', async () => {
  const { reached, change, facts } = await open({ devices: byLan })
  assert.deepEqual(reached(tv, {}), ['phone'])
  await change((draft) => draft.devices.put(phone.mac, { ...facts.devices.get(phone.mac)!, Policies: [] }))
  assert.deepEqual(reached(tv, {}), [])
})

test('an unnamed device without permissions neither sends nor receives, and gets no name', async () => {
  const { reached } = await open({ devices: { camera: { Name: '', Policies: [] } } })
  assert.deepEqual(reached(camera, announce('hall.local', camera.ip)), [])
  assert.deepEqual(reached(camera, {}), [])
  assert.deepEqual(reached(phone, ask('tv.local')), ['tv', 'printer', 'desk'])
  assert.equal(reached(tv, announce('hall.local', tv.ip)).length, 3)
})

test('address, reverse and service records are forwarded only if they are about their sender', async () => {
  const { say, reached } = await open()
  const own: packet.Answer[] = [
    { type: 'PTR', name: '_http._tcp.local', ttl: 120, data: 'Door._http._tcp.local' },
    { type: 'SRV', name: 'Door._http._tcp.local', ttl: 120, data: { port: 80, target: 'door.local' } },
    { type: 'TXT', name: 'Door._http._tcp.local', ttl: 120, data: 'a=b' },
    { type: 'A', name: 'door.local', ttl: 120, data: camera.ip },
    { type: 'PTR', name: '14.2.168.192.in-addr.arpa', ttl: 120, data: 'door.local' },
  ]
  const others: packet.Answer[] = [
    { type: 'A', name: 'a.local', ttl: 120, data: '198.51.100.1' },
    { type: 'AAAA', name: 'a.local', ttl: 120, data: '2001:db8::1' },
    { type: 'A', name: 'www.bank.test', ttl: 120, data: camera.ip },
    { type: 'A', name: 'printer.local', ttl: 120, data: camera.ip },
    { type: 'A', name: 'wpad.local', ttl: 120, data: camera.ip },
    { type: 'CNAME', name: 'b.local', ttl: 120, data: 'door.local' },
    { type: 'SRV', name: 'X._http._tcp.local', ttl: 120, data: { port: 80, target: 'printer.local' } },
    { type: 'PTR', name: '_http._tcp.local', ttl: 120, data: 'X._ipp._tcp.local' },
    { type: 'PTR', name: '18.2.168.192.in-addr.arpa', ttl: 120, data: 'door.local' },
  ]
  const [copy] = say(camera, dns({ type: 'response', answers: [...others, ...own] }))
  assert.equal(answersOf(copy!.payload).length, own.length)
  assert.deepEqual(
    answersOf(copy!.payload).map((line) => line.split(' ', 2).join(' ')),
    own.map(({ name, type }) => `${name} ${type}`),
  )
  for (const answer of others) assert.deepEqual(reached(camera, dns({ type: 'response', answers: [answer] })), [])
})

test('a name belongs to the device that announced it first, and only that device sends its goodbye', async () => {
  const { reached, machine, change } = await open()
  const goodbye = dns({ type: 'response', answers: [{ type: 'A', name: 'hall.local', ttl: 0, data: camera.ip }] })
  assert.equal(reached(tv, announce('hall.local', tv.ip)).length, 4)
  assert.deepEqual(reached(camera, announce('HALL.local', camera.ip)), [])
  assert.deepEqual(reached(camera, goodbye), [])
  await machine.clock.step(24 * 3600_000)
  assert.equal(reached(camera, announce('hall.local', camera.ip)).length, 4)
  assert.equal(reached(camera, goodbye).length, 4)
  await change((draft) => draft.devices.remove(camera.mac))
  assert.equal(reached(tv, announce('hall.local', tv.ip)).length, 3)
})

test('a device does not flush shared records of others', async () => {
  const { say } = await open()
  const PTR = { type: 'PTR', name: '_ipp._tcp.local', ttl: 120, flush: true, data: 'Mine._ipp._tcp.local' } as const
  const [copy] = say(camera, dns({ type: 'response', answers: [PTR] }))
  const [answer] = packet.decode(Buffer.from(copy!.payload)).answers!
  assert.ok(answer && 'flush' in answer && answer.flush === false)
})

test('a NOTIFY is forwarded only with a location at the address of its sender, and a goodbye only for an identity that it announced', async () => {
  const { reached } = await open()
  const notify = (NTS: string, usn: string, headers: string) => ({
    payload: Buffer.from(`NOTIFY * HTTP/1.1\r\nNTS: ${NTS}\r\nUSN: uuid:${usn}::upnp:rootdevice\r\n${headers}\r\n`),
  })
  const alive = (headers: string) => reached(tv, notify('ssdp:alive', '1', headers))
  assert.equal(alive(`LOCATION: http://${tv.ip}:8008/x.xml\r\n`).length, 4)
  for (const headers of [
    'LOCATION: http://198.51.100.1/x.xml\r\n',
    `Location : http://${printer.ip}/x.xml\r\n`,
    `LOCATION: http://${tv.ip}@198.51.100.1/\r\n`,
    `LOCATION: http://${tv.ip}/\r\nLOCATION: http://198.51.100.1/\r\n`,
    `X: y\nLOCATION: http://198.51.100.1/\r\n`,
    `LOCATION:\r\n http://198.51.100.1/\r\n`,
  ])
    assert.deepEqual(alive(headers), [], headers)
  assert.deepEqual(reached(camera, notify('ssdp:alive', '1', '')), [])
  assert.deepEqual(reached(camera, notify('ssdp:byebye', '1', '')), [])
  assert.equal(reached(tv, notify('ssdp:byebye', '1', '')).length, 4)
})
