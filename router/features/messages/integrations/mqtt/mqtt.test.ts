import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MqttMessage, MqttSession } from '../../../../machine/messaging.ts'
import { openSteppedClock, settled } from '../../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../../model/home/devices/device.ts'
import { defaultMqtt } from '../../../../model/messages/integrations/settings.ts'
import { deviceConfig, routerConfig } from './discovery.ts'
import { openOutbox } from './outbox.ts'
import { configTopic, levelOf, topicsOf } from './topics.ts'

const MAC = '02:11:22:33:44:55'
const KEY = 'GhIfNnPMDv8Vkm3k1LvQ5Lwkm1qVzzZUnDnqcIcfI0U='

/** A broker that confirms messages when `confirm` is called. */
function openSession() {
  const published: MqttMessage[] = []
  const waiting: (() => void)[] = []
  const session: MqttSession = {
    closed: new Promise(() => undefined),
    publish(message) {
      published.push(message)
      return new Promise((resolve) => waiting.push(resolve))
    },
    subscribe: async () => undefined,
    end: async () => undefined,
    [Symbol.dispose]: () => undefined,
  }
  const confirm = async (): Promise<void> => {
    for (const one of waiting.splice(0)) one()
    await settled()
  }
  return { session, published, confirm }
}

test('a topic contains no character with a meaning, and two routers have different ones', () => {
  assert.equal(levelOf(MAC), '021122334455')
  assert.match(levelOf(KEY), /^vpn_[0-9a-f]{16}$/)
  const topics = topicsOf({ BaseTopic: 'home/router' })
  assert.equal(topics.device('021122334455', 'presence'), 'home/router/device/021122334455/presence')
  assert.equal(topics.levelIn('home/router/device/021122334455/internet/set', 'internet/set'), '021122334455')
  assert.equal(topics.levelIn('other/device/021122334455/internet/set', 'internet/set'), undefined)
  assert.equal(
    configTopic({ BaseTopic: 'home/router', DiscoveryPrefix: 'homeassistant' }, '021122334455'),
    'homeassistant/device/home_router_021122334455/config',
  )
})

test('a device is described with presence, internet and traffic', () => {
  const device = { ...emptyDevice(), Name: 'Ada’s "phone"', MAC }
  const config = JSON.parse(deviceConfig(device, defaultMqtt(), '0.1.0'))
  assert.deepEqual(config.device, {
    identifiers: ['sallyport_021122334455'],
    manufacturer: 'Sallyport',
    name: 'Ada’s "phone"',
    connections: [['mac', MAC]],
    via_device: 'sallyport_router',
  })
  const { presence, internet, internet_allowed, download } = config.components
  assert.partialDeepStrictEqual(presence, { platform: 'device_tracker', source_type: 'router' })
  assert.deepEqual(internet, { platform: 'switch' })
  assert.equal(internet_allowed.platform, 'binary_sensor')
  assert.partialDeepStrictEqual(download, { device_class: 'data_size', unit_of_measurement: 'B' })
  for (const one of [presence, internet_allowed, download]) assert.equal(one.availability_topic, 'sallyport/status')
  const ids = Object.values<{ unique_id?: string }>(config.components).flatMap(({ unique_id }) => unique_id ?? [])
  assert.equal(new Set(ids).size, ids.length)

  const controlled = JSON.parse(deviceConfig(device, { ...defaultMqtt(), Control: true }, '0.1.0')).components
  assert.equal(controlled.internet.command_topic, 'sallyport/device/021122334455/internet/set')
  assert.deepEqual(controlled.internet_allowed, { platform: 'binary_sensor' })
})

test('an uplink that is gone is removed', () => {
  const { components } = JSON.parse(
    routerConfig({ name: 'router', links: ['wan0.35'], former: ['wan1'] }, defaultMqtt(), '0.1.0'),
  )
  assert.deepEqual(components.uplink_wan1, { platform: 'binary_sensor' })
  assert.equal(components.uplink_wan0_35.state_topic, 'sallyport/uplink/wan0.35')
})

test('of each topic the newest message waits, and no more than 32 are unconfirmed', async () => {
  const outbox = openOutbox({ clock: openSteppedClock(), onFailure: (reason) => assert.fail(String(reason)) })
  for (let i = 0; i < 100; i++) outbox.set(`t${i}`, 'a')
  for (let i = 0; i < 100; i++) outbox.set(`t${i}`, 'b')
  const { session, published, confirm } = openSession()
  outbox.open(session)
  assert.equal(published.length, 32)
  assert.equal(outbox.waiting, 100)
  for (let i = 0; i < 4; i++) await confirm()
  assert.deepEqual([published.length, outbox.waiting, outbox.sent], [100, 0, 100])
  assert.ok(published.every(({ text, retain }) => text === 'b' && retain))
  outbox.set('t1', 'b')
  assert.equal(published.length, 100)
})

test('over a new connection all messages are sent again, but not those that were removed', async () => {
  const outbox = openOutbox({ clock: openSteppedClock(), onFailure: (reason) => assert.fail(String(reason)) })
  const first = openSession()
  outbox.open(first.session)
  outbox.set('kept', 'a')
  outbox.set('gone', 'a')
  await first.confirm()
  outbox.remove('gone')
  await first.confirm()
  assert.deepEqual(first.published.at(-1), { topic: 'gone', text: '', retain: true })
  const second = openSession()
  outbox.open(second.session)
  assert.deepEqual(
    second.published.map(({ topic }) => topic),
    ['kept'],
  )
})

test('a broker that does not confirm is reported', async () => {
  const clock = openSteppedClock()
  const reasons: string[] = []
  const outbox = openOutbox({ clock, onFailure: (reason) => void reasons.push(String(reason)) })
  outbox.open(openSession().session)
  outbox.set('t', 'a')
  await clock.step(29_999)
  assert.deepEqual(reasons, [])
  await clock.step(1)
  assert.deepEqual(reasons, ['the broker does not confirm messages'])
})

test('everything is removed from a broker, for a limited time', async () => {
  const clock = openSteppedClock()
  const outbox = openOutbox({ clock, onFailure: (reason) => assert.fail(String(reason)) })
  const { session, published, confirm } = openSession()
  outbox.open(session)
  outbox.set('a', '1')
  await confirm()
  const cleared = outbox.clear(session, 5000)
  assert.deepEqual(published.at(-1), { topic: 'a', text: '', retain: true })
  await clock.step(5000)
  await cleared
  assert.equal(outbox.waiting, 0)
})
