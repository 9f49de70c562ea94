import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copiesFor, type MulticastDevice } from './audience.ts'

const device = (mac: string, given: Partial<MulticastDevice> = {}): MulticastDevice => ({
  mac,
  link: `wlan0.${mac}`,
  tags: [],
  guest: false,
  mute: false,
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

/** `link>device` or `link` for everybody there. */
const copies = (
  tags: readonly string[],
  sender: MulticastDevice,
  all: readonly MulticastDevice[] = household,
): string[] => copiesFor(entry(...tags), sender, all).map(({ link, to }) => (to === 'all' ? link : `${link}>${to}`))

test('without tags it is sent to all but guests, once on each link except for the sender’s', () => {
  assert.deepEqual(copies([], phone), ['wlan0.tv', 'wlan0.camera', 'lan0'])
  assert.deepEqual(copies([], printer), ['wlan0.phone', 'wlan0.tv', 'wlan0.camera'])
})

test('with tags it is sent to devices that share a tag with the sender', () => {
  assert.deepEqual(copies(['cast'], phone), ['wlan0.tv', 'lan0>desk'])
  assert.deepEqual(copies(['nvr', 'cast'], camera), ['wlan0.tv'])
  assert.deepEqual(copies(['cast'], camera), [])
  assert.deepEqual(copies(['print'], phone), [])
})

test('datagrams of guests are sent only to devices that share a tag with them', () => {
  assert.deepEqual(copies([], guest), [])
  const caster = { ...tv, tags: ['guest'] }
  assert.deepEqual(copies(['guest'], guest, [caster, phone]), ['wlan0.tv'])
  assert.deepEqual(copies(['guest'], caster, [guest, phone]), ['wlan0.guest'])
})

test('a muted device neither sends nor receives, also on a shared link', () => {
  const muted = { ...printer, mute: true }
  assert.deepEqual(copies([], muted), [])
  assert.deepEqual(copies([], phone, [muted, desk, { ...tv, mute: true }]), ['lan0>desk'])
})
