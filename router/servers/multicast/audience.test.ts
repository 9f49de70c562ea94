import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DatagramKind, type MulticastDevice, receiversOf } from './audience.ts'

const device = (mac: string, given: Partial<MulticastDevice> = {}): MulticastDevice => ({
  mac,
  ip: mac,
  link: `wlan0.${mac}`,
  tags: [],
  guest: false,
  mute: false,
  stranger: false,
  ...given,
})
const entry = (...Tags: string[]) => ({ Address: '224.0.0.251:5353', Disabled: false, Tags, Description: '' })

const phone = device('phone', { tags: ['cast'] })
const tv = device('tv', { tags: ['cast', 'nvr'] })
const camera = device('camera', { tags: ['nvr'] })
const printer = device('printer', { link: 'lan0' })
const desk = device('desk', { link: 'lan0', tags: ['cast'] })
const guest = device('guest', { guest: true, tags: ['guest'] })
const household = [phone, tv, camera, printer, desk, guest]

/** The receivers of a datagram if these connections are permitted, by default all. */
const copies = (
  tags: readonly string[],
  sender: MulticastDevice,
  all: readonly MulticastDevice[] = household,
  mayConnect = (_from: string, _to: string): boolean => true,
): string[] => receiversOf(entry(...tags), 'either', sender, all, mayConnect).map(({ mac }) => mac)

test('without tags it is sent to all but guests on other links than the sender’s', () => {
  assert.deepEqual(copies([], phone), ['tv', 'camera', 'printer', 'desk'])
  assert.deepEqual(copies([], printer), ['phone', 'tv', 'camera'])
})

test('with tags it is sent to devices that share a tag with the sender', () => {
  assert.deepEqual(copies(['cast'], phone), ['tv', 'desk'])
  assert.deepEqual(copies(['nvr', 'cast'], camera), ['tv'])
  assert.deepEqual(copies(['cast'], camera), [])
  assert.deepEqual(copies(['print'], phone), [])
})

test('datagrams of guests are sent only to devices that share a tag with them', () => {
  assert.deepEqual(copies([], guest), [])
  const caster = { ...tv, tags: ['guest'] }
  assert.deepEqual(copies(['guest'], guest, [caster, phone]), ['tv'])
  assert.deepEqual(copies(['guest'], caster, [guest, phone]), ['guest'])
})

test('muted and unknown devices neither send nor receive', () => {
  for (const state of [{ mute: true }, { stranger: true }]) {
    assert.deepEqual(copies([], { ...printer, ...state }), [])
    assert.deepEqual(copies([], phone, [{ ...printer, ...state }, desk, { ...tv, ...state }]), ['desk'])
  }
})

test('the permitted direction of connections decides about questions and announcements', () => {
  const phoneOnly = (from: string): boolean => from === 'phone'
  const sent = (direction: DatagramKind, sender: MulticastDevice) =>
    receiversOf(entry(), direction, sender, [phone, tv, camera], phoneOnly).map(({ mac }) => mac)
  assert.deepEqual(sent('question', phone), ['tv', 'camera'])
  assert.deepEqual(sent('announcement', phone), [])
  assert.deepEqual(sent('announcement', tv), ['phone'])
  assert.deepEqual(sent('question', tv), [])
  assert.deepEqual(sent('either', tv), ['phone'])
})
