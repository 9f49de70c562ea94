import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import { ANSWER_PORTS, defaultMulticast } from '../../model/firewall/multicast/settings.ts'
import type { DecodedDatagram } from '../../wire/ethernet.ts'
import { byLan, camera, MDNS, NAMES, open, phone, printer, SSDP, tv } from './relay.fixture.ts'

type Opened = Awaited<ReturnType<typeof open>>
type TestDevice = typeof tv

const search = (headers = 'MX: 2\r\n') => ({
  ...SSDP,
  payload: Buffer.from(`M-SEARCH * HTTP/1.1\r\nMAN: "ssdp:discover"\r\n${headers}ST: ssdp:all\r\n\r\n`),
})
const found = (ip: string, usn = '1', more = '') =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\nLOCATION: http://${ip}:8008/dd.xml\r\nUSN: uuid:${usn}::upnp:rootdevice\r\n${more}\r\n`,
  )

const routerOf = ({ ip }: TestDevice) => ip.replace(/\d+$/, (last) => `${Number(last) - 1}`)

/** The question that a device receives. */
function asked({ say }: Opened, who: TestDevice, sent: Partial<DecodedDatagram>, receiver: TestDevice) {
  const question = say(who, sent).find(({ destinationMac }) => destinationMac === receiver.mac)
  assert.ok(question)
  assert.equal(question.sourceIp, routerOf(receiver))
  assert.ok(question.sourcePort >= ANSWER_PORTS.first && question.sourcePort <= ANSWER_PORTS.last)
  return question
}

/** The answer that reaches a device if this one answers from a port to the source of its question. */
function answered(
  { say }: Opened,
  from: TestDevice,
  to: { ip: string; port: number },
  payload: Buffer,
  sourcePort = 1900,
) {
  return say(from, { destinationIp: to.ip, destinationPort: to.port, sourcePort, payload }).map((copy) => ({
    to: NAMES.get(copy.destinationMac),
    at: `${copy.destinationIp}:${copy.destinationPort}`,
    from: `${copy.sourceIp}:${copy.sourcePort}`,
    payload: Buffer.from(copy.payload).toString('latin1'),
  }))
}

const sourceOf = ({ sourceIp, sourcePort }: DecodedDatagram) => ({ ip: sourceIp, port: sourcePort })

test('an answer to a search is forwarded to the socket that has asked, with the address and port of the device', async () => {
  const home = await open({ devices: byLan })
  const to = sourceOf(asked(home, phone, search(), tv))
  for (const port of [1900, 40_123])
    assert.deepEqual(answered(home, tv, to, found(tv.ip), port), [
      { to: 'phone', at: `${phone.ip}:50000`, from: `${tv.ip}:${port}`, payload: found(tv.ip).toString('latin1') },
    ])
})

test('a repeated search has the same port, another socket and another device another one', async () => {
  const home = await open()
  const first = sourceOf(asked(home, phone, search(), tv))
  assert.deepEqual(sourceOf(asked(home, phone, search(), tv)), first)
  const others = [asked(home, phone, { ...search(), sourcePort: 50_001 }, tv), asked(home, camera, search(), tv)].map(
    (question) => question.sourcePort,
  )
  assert.equal(new Set([first.port, ...others]).size, 3)
  assert.equal(answered(home, tv, { ...first, port: others[1]! }, found(tv.ip))[0]?.to, 'camera')
})

test('only devices that have received the search may answer, from their own address', async () => {
  const home = await open({ devices: byLan })
  const to = sourceOf(asked(home, phone, search(), tv))
  // A search of the camera reaches no device: the camera may not connect to any.
  assert.deepEqual(home.say(camera, search()), [])
  const drops: [string, ReturnType<typeof answered>][] = [
    ['unsolicited', answered(home, tv, { ...to, port: to.port + 1 }, found(tv.ip))],
    ['of the asker', answered(home, phone, { ip: routerOf(phone), port: to.port }, found(phone.ip))],
    ['to the address for another device', answered(home, tv, { ip: routerOf(camera), port: to.port }, found(tv.ip))],
    ['spoofed', answered(home, { ...camera, ip: tv.ip }, to, found(tv.ip))],
    ['with a foreign location', answered(home, tv, to, found('198.51.100.1'))],
    ['with the location of another device', answered(home, tv, to, found(printer.ip))],
    ['no answer', answered(home, tv, to, Buffer.from(`NOTIFY * HTTP/1.1\r\nNTS: ssdp:alive\r\nUSN: uuid:1\r\n\r\n`))],
    ['another protocol', answered(home, tv, to, Buffer.from('hello'))],
  ]
  for (const [what, copies] of drops) assert.deepEqual(copies, [], what)
  assert.equal(answered(home, tv, to, found(tv.ip)).length, 1)
  assert.deepEqual(answered(home, printer, { ip: routerOf(printer), port: to.port }, found(printer.ip, '1')), [])
  assert.equal(answered(home, printer, { ip: routerOf(printer), port: to.port }, found(printer.ip, '2')).length, 1)
})

test('a late answer is dropped: after MX and three seconds, MX being from 1 to 10', async () => {
  for (const [headers, seconds] of [
    ['MX: 2\r\n', 5],
    ['mx:3\r\n', 6],
    ['', 4],
    ['MX: 0\r\n', 4],
    ['MX: 9999\r\n', 13],
    ['MX: many\r\n', 4],
  ] as const) {
    const home = await open()
    const to = sourceOf(asked(home, phone, search(headers), tv))
    await home.machine.clock.step(seconds * 1000 - 1)
    assert.equal(answered(home, tv, to, found(tv.ip)).length, 1, headers)
    await home.machine.clock.step(1)
    assert.deepEqual(answered(home, tv, to, found(tv.ip)), [], headers)
  }
})

test('an answer is dropped once its asker may not connect, is deleted, or the protocol is off', async () => {
  const changes: ((home: Opened) => Promise<unknown>)[] = [
    ({ change, facts }) =>
      change((draft) => draft.devices.put(phone.mac, { ...facts.devices.get(phone.mac)!, Policies: [] })),
    ({ change, facts }) =>
      change((draft) => draft.devices.put(tv.mac, { ...facts.devices.get(tv.mac)!, Policies: ['quarantine'] })),
    ({ change }) => change((draft) => draft.devices.remove(phone.mac)),
    ({ set }) => set({ Disabled: true }),
    ({ set }) => set({ Addresses: defaultMulticast().Addresses.slice(0, 1) }),
  ]
  for (const [n, apply] of changes.entries()) {
    const home = await open({ devices: byLan })
    const to = sourceOf(asked(home, phone, search(), tv))
    await apply(home)
    assert.deepEqual(answered(home, tv, to, found(tv.ip)), [], `change ${n}`)
  }
})

test('a device has 16 open searches, and a new one replaces the oldest', async () => {
  const home = await open()
  const ports = Array.from({ length: 17 }, (_, n) =>
    sourceOf(asked(home, phone, { ...search(), sourcePort: 40_000 + n }, tv)),
  )
  assert.deepEqual(answered(home, tv, ports[0]!, found(tv.ip)), [])
  for (const [n, to] of ports.entries())
    if (n > 0) assert.equal(answered(home, tv, to, found(tv.ip))[0]?.at, `${phone.ip}:${40_000 + n}`)
})

test('on a shared wire, a search is also sent to devices whose answers the firewall would reject', async () => {
  const desk = NAMES.entries().find(([, name]) => name === 'desk')![0]
  const isAsked = async (devices: NonNullable<Parameters<typeof open>[0]>['devices']) =>
    (await open({ devices: devices! })).say(printer, search()).some(({ destinationMac }) => destinationMac === desk)
  assert.ok(await isAsked({ desk: { Policies: [] } }))
  assert.ok(!(await isAsked({})), 'its answers pass the firewall')
  assert.ok(!(await isAsked({ printer: { Policies: [] } })))
})

test('answers to a legacy query are forwarded with its ID and questions, and only records of their sender', async () => {
  const home = await open({ devices: byLan })
  const questions = [{ type: 'A' as const, name: 'tv.local' }]
  const query = { ...MDNS, sourcePort: 41_000, payload: packet.encode({ type: 'query', id: 7, questions }) }
  const to = sourceOf(asked(home, phone, query, tv))
  const answer = (...answers: packet.Answer[]) => packet.encode({ type: 'response', id: 7, questions, answers })
  const own = { type: 'A', name: 'tv.local', ttl: 10, data: tv.ip } as const
  const foreign = { type: 'A', name: 'bank.local', ttl: 10, data: '198.51.100.1' } as const
  const ours = { type: 'A', name: 'spr.local', ttl: 10, data: tv.ip } as const
  for (const sent of [answer(own), answer(foreign, own)]) {
    const [copy] = answered(home, tv, to, sent, 5353)
    assert.equal(copy?.at, `${phone.ip}:41000`)
    assert.equal(copy?.from, `${tv.ip}:5353`)
    assert.deepEqual(Buffer.from(copy!.payload, 'latin1'), answer(own))
  }
  for (const sent of [answer(foreign), answer(ours), answer(own, ours), packet.encode({ type: 'query', questions })])
    assert.deepEqual(answered(home, tv, to, sent, 5353), [])
  assert.deepEqual(answered(home, tv, to, answer(own), 5354), [])
  await home.machine.clock.step(10_000)
  assert.deepEqual(answered(home, tv, to, answer(own), 5353), [])
})

const WSD = { destinationIp: '239.255.255.250', destinationPort: 3702 }
const soap = (action: string, body: string, version = 'http://schemas.xmlsoap.org/ws/2005/04/discovery') =>
  Buffer.from(
    '<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" ' +
      `xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="${version}"><s:Header><a:Action>${version}/${action}` +
      `</a:Action><a:MessageID>urn:uuid:9</a:MessageID></s:Header><s:Body>${body}</s:Body></s:Envelope>`,
  )
const match = (id: string, addresses: string) =>
  `<d:ProbeMatch><a:EndpointReference><a:Address>urn:uuid:${id}</a:Address></a:EndpointReference>` +
  `<d:XAddrs>${addresses}</d:XAddrs></d:ProbeMatch>`

async function openWithWsDiscovery() {
  const home = await open({
    devices: byLan,
    multicast: { Addresses: [{ Address: '239.255.255.250:3702', Disabled: false, Tags: [], Description: '' }] },
  })
  const MulticastPorts = [{ Port: '3702', Upstream: false }]
  await home.change((draft) => draft.set('firewall', { ...draft.setting('firewall'), MulticastPorts }))
  return home
}

test('a probe of WS-Discovery gets its matches, with the addresses of their sender only', async () => {
  const home = await openWithWsDiscovery()
  const to = sourceOf(asked(home, phone, { ...WSD, payload: soap('Probe', '<d:Probe/>') }, printer))
  const own = `http://${printer.ip}:5357/device`
  const payloads = (body: string, action = 'ProbeMatches') =>
    answered(home, printer, to, soap(action, body), 3702).map(({ payload }) => payload)
  const oasis = 'http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01'
  assert.equal(answered(home, printer, to, soap('ResolveMatches', match('1', own), oasis), 3702).length, 1)
  assert.deepEqual(payloads(match('1', own)), [soap('ProbeMatches', match('1', own)).toString()])
  assert.deepEqual(payloads(match('1', `${own} http://[fe80::1]/device http://${tv.ip}/`)), [
    soap('ProbeMatches', match('1', own)).toString(),
  ])
  for (const [body, action] of [
    [match('1', `http://${tv.ip}/`)],
    [match('1', own), 'Hello'],
    [match('1', own), 'Other'],
    [`${match('1', own)}<!-- -->`],
    [`${match('1', own)}<![CDATA[<d:XAddrs>http://198.51.100.1/</d:XAddrs>]]>`],
    [`${match('1', own)}<d:XAddrs x="<">http://198.51.100.1/</d:XAddrs>`],
    [`${match('1', own)}<é:XAddrs>http://198.51.100.1/</é:XAddrs>`],
    [`${match('1', own)}<a:Action>x</a:Action>`],
  ] as const)
    assert.deepEqual(payloads(body, action), [], body)
  await home.machine.clock.step(10_000)
  assert.deepEqual(payloads(match('1', own)), [])
})

test('a device announces only itself by WS-Discovery, and no answers to a group', async () => {
  const { reached } = await openWithWsDiscovery()
  const says = (who: TestDevice, action: string, body: string) => reached(who, { ...WSD, payload: soap(action, body) })
  const hello = (id: string, { ip }: TestDevice) => match(id, `http://${ip}/`)
  assert.deepEqual(says(printer, 'Hello', hello('1', printer)), ['phone'])
  assert.deepEqual(says(printer, 'Hello', hello('1', tv)), [])
  assert.deepEqual(says(tv, 'Hello', hello('1', tv)), [])
  assert.deepEqual(says(tv, 'Bye', hello('1', tv)), [])
  assert.deepEqual(says(tv, 'ProbeMatches', hello('2', tv)), [])
  assert.deepEqual(says(tv, 'Probe', '<d:Probe/>'), [])
  assert.deepEqual(says(printer, 'Bye', hello('1', printer)), ['phone'])
  assert.deepEqual(reached(tv, { ...WSD, payload: Buffer.from('hello') }), [])
})
