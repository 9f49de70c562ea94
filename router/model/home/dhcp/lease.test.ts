import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ipBytes } from '../../../wire/bytes.ts'
import { DECLINE, type DhcpMessage, DISCOVER, INFORM, NO_IP, OPTION, RELEASE, REQUEST } from '../../../wire/dhcp.ts'
import { decideLease, type LeaseClient } from './lease.ts'

const SERVER = '192.168.2.1'
const OWN = '192.168.2.6'
const OTHER = '192.168.2.10'
const ELSEWHERE = '10.1.1.1'

/** A known device that holds a lease on its address. */
const known: LeaseClient = {
  recorded: true,
  own: OWN,
  leased: OWN,
  serverIp: SERVER,
  unicast: false,
  shared: false,
  isOfOurs: (ip) => ip.startsWith('192.168.2.'),
}
const fresh: LeaseClient = { ...known, recorded: false, leased: undefined }
const unknown: LeaseClient = { ...fresh, own: undefined }

const message = (type: number, given: { ciaddr?: string; wants?: string; server?: string } = {}): DhcpMessage => ({
  op: 'request',
  xid: 1,
  secs: 0,
  broadcast: false,
  ciaddr: given.ciaddr ?? NO_IP,
  yiaddr: NO_IP,
  siaddr: NO_IP,
  giaddr: NO_IP,
  chaddr: '02:00:00:00:00:01',
  options: new Map([
    [OPTION.messageType, Uint8Array.of(type)],
    ...(given.wants ? [[OPTION.requestedIp, ipBytes(given.wants)] as const] : []),
    ...(given.server ? [[OPTION.serverId, ipBytes(given.server)] as const] : []),
  ]),
})

const outcome = (sent: DhcpMessage, of: LeaseClient): string => {
  const decision = decideLease(sent, of)
  if ('ip' in decision) return `${decision.verb} ${decision.ip}`
  return decision.verb === 'drop' ? `drop: ${decision.reason}` : decision.verb
}

test('DISCOVER is answered with an offer', () => {
  assert.equal(outcome(message(DISCOVER, { wants: ELSEWHERE }), unknown), 'offer')
})

test('SELECTING: our offer is granted, another server ends it, an address we did not offer is refused', () => {
  assert.equal(outcome(message(REQUEST, { server: SERVER, wants: OWN }), fresh), `grant ${OWN}`)
  assert.equal(outcome(message(REQUEST, { server: ELSEWHERE, wants: OWN }), fresh), 'forget')
  assert.equal(outcome(message(REQUEST, { server: SERVER, wants: OTHER }), fresh), 'nak')
  assert.equal(outcome(message(REQUEST, { server: SERVER, wants: OWN }), unknown), 'nak')
})

test('INIT-REBOOT: its own address is granted, and a wrong one or that of an unknown client refused', () => {
  assert.equal(outcome(message(REQUEST, { wants: OWN }), known), `grant ${OWN}`)
  assert.equal(outcome(message(REQUEST, { wants: OTHER }), known), 'nak')
  assert.equal(outcome(message(REQUEST, { wants: OTHER }), unknown), 'nak')
  assert.equal(outcome(message(REQUEST, { wants: OWN }), fresh), 'nak')
})

test('INIT-REBOOT with an address of another network is refused, whoever it is', () => {
  assert.equal(outcome(message(REQUEST, { wants: ELSEWHERE }), known), 'nak')
  assert.equal(outcome(message(REQUEST, { wants: ELSEWHERE }), unknown), 'nak')
})

test('RENEWING and REBINDING: its own address is extended, also when the lease is forgotten', () => {
  for (const unicast of [true, false])
    assert.equal(outcome(message(REQUEST, { ciaddr: OWN }), { ...known, leased: undefined, unicast }), `grant ${OWN}`)
})

test('RENEWING and REBINDING with an address that is no longer its own: refused', () => {
  assert.equal(outcome(message(REQUEST, { ciaddr: OTHER }), { ...known, unicast: true }), 'nak')
  assert.equal(outcome(message(REQUEST, { ciaddr: OTHER }), known), 'nak')
})

test('an unknown client that renews gets a NAK by unicast, and no answer by broadcast', () => {
  assert.equal(outcome(message(REQUEST, { ciaddr: OTHER }), { ...unknown, unicast: true }), 'nak')
  assert.equal(outcome(message(REQUEST, { ciaddr: OTHER }), unknown), 'drop: no record of this client')
})

test('DECLINE and RELEASE count for the address the client has, and when they are meant for us', () => {
  assert.equal(outcome(message(DECLINE, { server: SERVER, wants: OWN }), known), `decline ${OWN}`)
  assert.equal(outcome(message(DECLINE, { server: SERVER, wants: OTHER }), known), 'drop: not the address it has')
  assert.equal(outcome(message(DECLINE, { server: ELSEWHERE, wants: OWN }), known), 'drop: another server')
  assert.equal(outcome(message(RELEASE, { server: SERVER, ciaddr: OWN }), known), `release ${OWN}`)
  assert.equal(outcome(message(RELEASE, { server: SERVER, ciaddr: OTHER }), known), 'drop: not the address it has')
  assert.equal(outcome(message(RELEASE, { ciaddr: OWN }), known), 'drop: another server')
  assert.equal(
    outcome(message(RELEASE, { server: SERVER, ciaddr: OWN }), { ...known, shared: true }),
    'drop: anybody could have said it',
  )
})

test('INFORM is answered for the address that is leased to it', () => {
  assert.equal(outcome(message(INFORM, { ciaddr: OWN }), known), 'inform')
  assert.equal(outcome(message(INFORM, { ciaddr: OTHER }), known), 'drop: not the address it has')
  assert.equal(outcome(message(INFORM), known), 'drop: not the address it has')
})

test("a message without a type, with an answer's type, or a REQUEST for nothing gets no answer", () => {
  assert.equal(outcome(message(2), known), 'drop: not a request')
  assert.equal(outcome({ ...message(1), options: new Map() }, known), 'drop: not a request')
  assert.equal(outcome(message(REQUEST), known), 'drop: incomplete request')
})
