import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '../../../../router/events/catalogue.ts'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import { INTEGRATION_STATES as CONNECTION_STATES } from '../../../../router/model/messages/integrations/contract.ts'
import { RADIO_STATE_NAMES as RADIO_STATES } from '../../../../router/model/wifi/radiostate/state.ts'
import { eventTexts } from '../../../texts/messages/events.ts'
import { areaOf, describe, prefixesOfArea } from './describe.ts'
import { householdOf } from './household.ts'

const LAPTOP = '02:00:00:00:00:01'
const household = householdOf({
  [LAPTOP]: { ...emptyDevice(), Name: 'Laptop', MAC: LAPTOP, RecentIP: '192.168.2.6' },
  '02:00:00:00:00:02': { ...emptyDevice(), MAC: '02:00:00:00:00:02', RecentIP: '192.168.2.10' },
  key: { ...emptyDevice(), Name: 'Phone', WGPubKey: 'key', RecentIP: '192.168.3.4' },
})
const words = (topic: string, payload: unknown) => describe(topic, payload, household).words

test('an event is a sentence with the name of the device', () => {
  assert.equal(
    words('nft:drop:forward', { IP: { SrcIP: '192.168.2.6', DstIP: '192.0.2.7' }, TCP: { DstPort: 22 } }),
    'Laptop was refused a connection to 192.0.2.7, TCP port 22',
  )
  assert.equal(
    words('nft:drop:forward', {
      IP: { SrcIP: '192.168.2.6', DstIP: '192.0.2.7' },
      UDP: { DstPort: 53 },
      RecentDomainDst: 'www.test.',
    }),
    'Laptop was refused a connection to www.test (192.0.2.7), UDP port 53',
  )
  assert.equal(
    words('nft:drop:input', { IP: { SrcIP: '203.0.113.9', DstIP: '203.0.113.1' }, TCP: { DstPort: 22 } }),
    '203.0.113.9 was refused a connection to the router, TCP port 22',
  )
  assert.equal(words('wifi:auth:success', { MAC: LAPTOP.toUpperCase() }), 'Laptop joined the wifi')
  assert.equal(
    words('dns:block:event', { ClientIP: '192.168.3.4', Name: 'ads.test.' }),
    'Phone asked for ads.test, which was blocked',
  )
  assert.equal(words('dns:serve:192.168.2.6', { FirstName: 'www.test.', Type: 'NOERROR' }), 'Laptop asked for www.test')
  assert.equal(words('device:vpn:online', { DeviceIP: '192.168.3.4' }), 'Phone connected through VPN')
  assert.equal(words('auth:failure', { name: 'admin', ip: '192.168.2.6:51544' }), 'Sign-in as admin from Laptop failed')
})

test('an unknown device has its address and the name that it sent', () => {
  assert.equal(
    words('device:unknown', { MAC: '02:00:00:00:00:02', IP: '192.168.2.10', Name: 'tv', Iface: 'lan0' }),
    'Unknown device 02:00:00:00:00:02 (“tv”) joined for the first time on lan0',
  )
  assert.equal(
    words('wifi:auth:fail', { MAC: '02:00:00:00:00:99', Cause: 'unknown device' }).slice(0, 14),
    'Unknown device',
  )
})

test('failures of many sources are not attributed to the last one', () => {
  assert.equal(
    words('wifi:auth:repeated', { MAC: LAPTOP, Count: 20, Seconds: 30, Sources: 20 }),
    '20 devices failed to join the wifi within a minute',
  )
  assert.match(words('wifi:auth:repeated', { MAC: LAPTOP, Count: 5, Seconds: 30, Sources: 1 }), /^Laptop failed/)
  assert.equal(
    words('auth:repeated', { ip: '192.168.2.6', Count: 20, Seconds: 400, Sources: 20 }),
    'Sign-ins from 20 addresses failed within 7 minutes',
  )
})

test('the text of the most specific topic is used, and an unknown topic is shown by its name', () => {
  assert.equal(words('system:drift', { drift: [] }), 'All settings are applied')
  assert.equal(words('system:drift:repaired', { Driver: 'nft' }), 'A change of another program was undone')
  assert.equal(words('plugin:own:event', { x: 1 }), 'Event plugin:own:event')
  for (const payload of [undefined, null, 'text', 7, []]) assert.ok(words('nft:drop:forward', payload).length > 0)
})

test('each topic of the router has a sentence and an area', () => {
  const unnamed = Object.keys(catalogue).filter((topic) => words(topic, {}) === `Event ${topic}`)
  assert.deepEqual(unnamed, [])
  assert.deepEqual(
    Object.keys(catalogue).filter((topic) => areaOf(topic) === 'other'),
    [],
  )
})

test('text of a device cannot reorder the sentence around it', () => {
  const name = 'evil\u202etxt'
  assert.equal(words('dns:block:event', { ClientIP: '192.168.2.6', Name: name }).includes('\u202e'), false)
})

test('the subject of an event is found by MAC, address or VPN key', () => {
  const identity = (topic: string, payload: unknown) =>
    household.find(describe(topic, payload, household).subject)?.identity
  assert.equal(identity('wifi:auth:success', { MAC: LAPTOP }), LAPTOP)
  assert.equal(identity('nft:drop:forward', { SrcDevice: 'key', IP: { SrcIP: '192.168.3.4' } }), 'key')
  assert.equal(identity('wan:uplink:up', { Iface: 'wan0' }), undefined)
})

test('each topic belongs to an area, and an area has its prefixes', () => {
  assert.deepEqual(['device:vpn:online', 'device:save', 'nft:drop:mac', 'x:y'].map(areaOf), [
    'vpn',
    'device',
    'firewall',
    'other',
  ])
  assert.deepEqual(prefixesOfArea('dns'), ['dns:'])
})

test('every state of a radio, a connection to a program and a change has a text', () => {
  const states = [
    ...RADIO_STATES,
    ...CONNECTION_STATES,
    'channel',
    'waiting',
    'kept',
    'put back',
    'registered',
    'fetching',
    'changed',
  ]
  assert.deepEqual(
    states.filter((state) => !Object.hasOwn(eventTexts.states, state)),
    [],
  )
})

test('kinds, reasons and changed objects are shown as texts of the app, and numbers with its digits', () => {
  assert.equal(
    words('classify:result', { MAC: LAPTOP, Category: 'Game console' }),
    'Laptop was recognized as: Game console',
  )
  assert.match(words('vpn:tunnel:down', { Name: 'oslo', Code: 'no_reply' }), /: No reply$/)
  assert.match(words('config:change', { Who: 'admin', What: 'port forward web' }), /port forward web$/)
  assert.match(words('system:temperature:high', { Zone: 'cpu', Celsius: 81.5 }), /81\.5 °C$/)
})

test('a run of an automation shows its start in the language of the app, also one that an earlier version stored', () => {
  const run = { Name: 'night', Ok: true, Message: '', Trigger: 'at 22:00' }
  assert.equal(
    words('automation:run', { ...run, StartedBy: { Kind: 'every', Name: '1' } }),
    'The automation night ran: every minute',
  )
  assert.equal(words('automation:run', run), 'The automation night ran: at 22:00')
})
