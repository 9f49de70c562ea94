import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DhcpMessage, decodeDhcp, encodeDhcp, ipOption, OPTION } from './dhcp.ts'

const request: DhcpMessage = {
  op: 'request',
  xid: 0x1234abcd,
  secs: 3,
  broadcast: true,
  ciaddr: '0.0.0.0',
  yiaddr: '0.0.0.0',
  siaddr: '0.0.0.0',
  giaddr: '0.0.0.0',
  chaddr: '02:00:00:00:00:01',
  options: new Map([
    [OPTION.messageType, Uint8Array.of(3)],
    [OPTION.requestedIp, Uint8Array.of(192, 168, 2, 6)],
    [OPTION.hostName, new TextEncoder().encode('laptop')],
  ]),
}

const ip = fc.ipV4()
const message: fc.Arbitrary<DhcpMessage> = fc.record({
  op: fc.constantFrom('request' as const, 'reply' as const),
  xid: fc.nat(0xffffffff),
  secs: fc.nat(0xffff),
  broadcast: fc.boolean(),
  ciaddr: ip,
  yiaddr: ip,
  siaddr: ip,
  giaddr: ip,
  chaddr: fc
    .uint8Array({ minLength: 6, maxLength: 6 })
    .map((bytes) => Buffer.from(bytes).toString('hex').match(/../g)!.join(':')),
  options: fc
    .uniqueArray(
      fc.tuple(
        fc.integer({ min: 1, max: 254 }).filter((code) => code !== OPTION.overload),
        fc.uint8Array({ maxLength: 600 }),
      ),
      { selector: ([code]) => code, maxLength: 8 },
    )
    .map((options) => new Map(options)),
})

test('a message survives encoding and decoding, with options of more than 255 bytes', () => {
  assert.deepEqual(decodeDhcp(encodeDhcp(request)), request)
  fc.assert(fc.property(message, (sent) => assert.deepEqual(decodeDhcp(encodeDhcp(sent)), { ...sent })))
})

/** A message from its captured parts: the fixed fields up to the hardware address, and the options with their cookie. */
function captured(fixed: string, options: string): Uint8Array {
  const bytes = new Uint8Array(300)
  bytes.set(Buffer.from(fixed, 'hex'))
  bytes.set(Buffer.from(options, 'hex'), 236)
  return bytes
}

test('a DISCOVER of BusyBox udhcpc 1.35 is decoded', () => {
  const message = decodeDhcp(
    captured(
      '010106007583a65f0000000000000000000000000000000000000000923d7be26022',
      '638253633501013902024037070103060c0f1c2a0c026d793c0c756468637020312e33352e303d0701923d7be26022ff',
    ),
  )!
  assert.deepEqual(
    [message.op, message.xid, message.broadcast, message.chaddr],
    ['request', 0x7583a65f, false, '92:3d:7b:e2:60:22'],
  )
  assert.deepEqual([...message.options.keys()], [53, 57, 55, 12, 60, 61])
  assert.deepEqual(message.options.get(OPTION.parameters), Uint8Array.of(1, 3, 6, 12, 15, 28, 42))
  assert.equal(Buffer.from(message.options.get(OPTION.vendorClass)!).toString(), 'udhcp 1.35.0')
})

test('a REQUEST and a RELEASE of ISC dhclient 4.4 are decoded', () => {
  const back = decodeDhcp(
    captured(
      '01010600975d29010000000000000000000000000000000000000000923d7be26022',
      '638253633501033204c0a802020c02766d370d011c02030f06770c2c2f1a792aff',
    ),
  )!
  assert.equal(ipOption(back.options, OPTION.requestedIp), '192.168.2.2')
  assert.equal(back.options.has(OPTION.serverId), false)
  const leaves = decodeDhcp(
    captured(
      '01010600cf8a680500000000c0a80202000000000000000000000000923d7be26022',
      '638253633501073604c0a802010c02766dff',
    ),
  )!
  assert.deepEqual([leaves.ciaddr, ipOption(leaves.options, OPTION.serverId)], ['192.168.2.2', '192.168.2.1'])
})

test("a message is padded to BOOTP's size", () => {
  assert.equal(encodeDhcp(request).length, 300)
})

test('options continue in the file field, and then in the sname field', () => {
  const bytes = encodeDhcp({
    ...request,
    options: new Map([
      [OPTION.overload, Uint8Array.of(3)],
      [OPTION.hostName, Uint8Array.of(65)],
    ]),
  })
  bytes.set([OPTION.hostName, 1, 66, OPTION.requestedIp, 4, 10, 0, 0, 1, 255], 108)
  bytes.set([OPTION.hostName, 1, 67, 0, 0, 255], 44)
  const options = decodeDhcp(bytes)!.options
  assert.deepEqual(options.get(OPTION.hostName), Uint8Array.of(65, 66, 67))
  assert.equal(ipOption(options, OPTION.requestedIp), '10.0.0.1')
})

test('a message with a truncated option, another hardware type, or no cookie is rejected', () => {
  const whole = encodeDhcp(request)
  const end = whole.lastIndexOf(255)
  for (let length = 0; length < 240; length++) assert.equal(decodeDhcp(whole.subarray(0, length)), undefined)
  // The last option, the host name, cut anywhere after its code.
  for (let length = end - 7; length < end; length++) assert.equal(decodeDhcp(whole.subarray(0, length)), undefined)
  for (const at of [0, 1, 2, 236, 237, 238, 239])
    assert.equal(
      decodeDhcp(Uint8Array.from(whole, (byte, i) => (i === at ? byte ^ 0x40 : byte))),
      undefined,
      `byte ${at}`,
    )
  const overload = (...value: number[]) =>
    decodeDhcp(encodeDhcp({ ...request, options: new Map([[OPTION.overload, Uint8Array.from(value)]]) }))
  assert.equal(overload(4), undefined)
  assert.equal(overload(), undefined)
  assert.equal(overload(1, 1), undefined)
})

test('an address option of another length gives undefined', () => {
  assert.equal(ipOption(new Map([[OPTION.serverId, Uint8Array.of(1, 2, 3)]]), OPTION.serverId), undefined)
  assert.equal(ipOption(new Map(), OPTION.serverId), undefined)
})

test('arbitrary bytes do not throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => void decodeDhcp(bytes)))
  const whole = encodeDhcp(request)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 60, maxLength: 60 }), fc.integer({ min: 40, max: 240 }), (noise, at) => {
      const bytes = whole.slice()
      bytes.set(noise, at)
      decodeDhcp(bytes)
    }),
  )
})
