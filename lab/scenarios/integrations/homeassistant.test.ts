import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { BROKER_LOGIN, SECURE_BROKER_PORT } from '../../guests/broker.ts'
import { until } from '../../process/until.ts'
import { openBrokerStories } from './homeassistant.fixture.ts'

/** Home Assistant over MQTT, with a real broker on a device of the household. */
const { home, story, broker, NAME, level, topic, config, put, becomes, has } = await openBrokerStories()
const { phone, tablet } = home

story('Home Assistant discovers the devices and the uplink', async (at) => {
  await put(at, { Enabled: true, Host: NAME, TLS: true, Port: SECURE_BROKER_PORT, ...BROKER_LOGIN })
  await becomes(at, 'connected')
  await has('sallyport/status', 'online')
  await has(topic(phone.mac, 'presence'), 'home')
  await has(topic(phone.mac, 'internet'), 'ON')
  await has(topic(tablet.mac, 'presence'), 'not_home')
  await has(topic(tablet.mac, 'internet'), 'OFF')
  await has('sallyport/uplink/wan0', 'ON')
  const { device, components } = JSON.parse(broker.last(config(level(phone.mac)))!)
  assert.deepEqual([device.name, device.connections], ['phone', [['mac', phone.mac]]])
  assert.equal(components.presence.state_topic, topic(phone.mac, 'presence'))
  assert.equal(components.internet_allowed.platform, 'binary_sensor')
  await until('traffic', () => broker.last(topic(phone.mac, 'traffic')))
  const router = JSON.parse(broker.last(config('router'))!)
  assert.equal(router.components.uplink_wan0.state_topic, 'sallyport/uplink/wan0')
  // A client that connects later finds everything.
  await broker.read()
  await until('the stored messages', () => broker.last('sallyport/status'))
  assert.ok(broker.messages.every(({ retained }) => retained))
})

story('presence follows a device that leaves and returns', async () => {
  await phone.leave()
  await has(topic(phone.mac, 'presence'), 'not_home')
  await phone.join()
  await has(topic(phone.mac, 'presence'), 'home')
})

story('commands are ignored until the owner permits them', async (at) => {
  await broker.publish(topic(phone.mac, 'internet/set'), 'OFF')
  await at.configure(phone, { Name: 'handy' })
  await until('the new name', () => broker.last(config(level(phone.mac)))?.includes('"handy"'))
  assert.ok(await phone.namespace.connects(WEB, 80))
  assert.equal(broker.last(topic(phone.mac, 'internet')), 'ON')
})

story('a switch of Home Assistant turns the internet of a device off and on', async (at) => {
  await put(at, { Control: true })
  await until('the switch', () => broker.last(config(level(phone.mac)))?.includes('"platform":"switch","name"'))
  await becomes(at, 'connected')
  const command = topic(phone.mac, 'internet/set')
  // The subscription follows the first messages.
  await until('the command', async () => {
    await broker.publish(command, 'OFF')
    return broker.last(topic(phone.mac, 'internet')) === 'OFF'
  })
  assert.ok(!(await phone.namespace.connects(WEB, 80)))
  await broker.publish(command, 'nonsense')
  await broker.publish(command, 'ON')
  await has(topic(phone.mac, 'internet'), 'ON')
  assert.ok(await phone.namespace.connects(WEB, 80))
  const [entry] = (await at.router.api('/audit?limit=1')) as { Who: string; What: string }[]
  assert.equal(entry?.Who, 'mqtt')
})

story('alerts are published over the same connection', async (at) => {
  const settings = { Name: 'broker', Kind: 'mqtt', MQTT: { Topic: 'home/alerts' } }
  const { Id } = (await at.router.api('/notify/targets', settings)) as { Id: string }
  const { Ok, Message } = (await at.router.api(`/notify/targets/${Id}/test`, {})) as { Ok: boolean; Message: string }
  assert.ok(Ok, Message)
  await until('the alert', () => broker.last('home/alerts')?.startsWith('{'))
})

story('switched off, the router removes what it has published', async (at) => {
  await put(at, { Enabled: false })
  await becomes(at, 'off')
  await has('sallyport/status', '')
  await broker.read()
  await broker.publish('end', 'end')
  await has('end', 'end')
  const left = broker.messages.map(({ topic }) => topic).filter((one) => one !== 'end' && !one.endsWith('/set'))
  assert.deepEqual(left, [])
})
