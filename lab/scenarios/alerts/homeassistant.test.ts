import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IntegrationStatus, IntegrationTest } from '../../../router/features/integrations/contract.ts'
import { WEB } from '../../guests/addresses.ts'
import { BROKER_LOGIN, BROKER_PORT, openBroker, SECURE_BROKER_PORT } from '../../guests/broker.ts'
import { certify } from '../../home/authority.ts'
import type { Home } from '../../home/home.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** Home Assistant over MQTT, with a real broker on a device of the household. */
const { home, story } = await openStage({
  nas: { wired: true, Policies: ['dns'] },
  phone: { Policies: ['wan', 'dns'] },
  tablet: { Policies: ['dns'] },
})
const { nas, phone, tablet } = home
const NAME = 'nas.lan'
const certificate = await certify(join(home.dir, 'authority'), NAME)
const address = await nas.join()
await phone.join()
const broker = await openBroker(nas.namespace, { ca: home.authority.ca, ...certificate })

const level = (mac: string): string => mac.replaceAll(':', '')
const topic = (mac: string, state: string): string => `sallyport/device/${level(mac)}/${state}`
const config = (name: string): string => `homeassistant/device/sallyport_${name}/config`

const put = ({ router }: Home, settings: object) => router.api('/integrations/mqtt', settings)
const test = ({ router }: Home, settings: object) =>
  router.api('/integrations/mqtt/test', settings) as Promise<IntegrationTest>
const statusOf = ({ router }: Home) => router.api('/integrations/mqtt/status') as Promise<IntegrationStatus>
const becomes = (at: Home, state: IntegrationStatus['State'], timeoutMs?: number) =>
  until(
    `MQTT to be ${state}`,
    async () => {
      const status = await statusOf(at)
      return status.State === state && status
    },
    timeoutMs,
  )
const has = (of: string, text: string | undefined) => until(`${of} to be ${text}`, () => broker.last(of) === text)

story('a test finds the wrong setting and says which', async (at) => {
  assert.deepEqual(await test(at, { Host: address, ...BROKER_LOGIN }), {
    Ok: true,
    Field: '',
    Message: `The server at ${address}, port ${BROKER_PORT}, accepted a message.`,
  })
  const fieldOf = async (settings: object) => (await test(at, { Host: address, ...BROKER_LOGIN, ...settings })).Field
  assert.equal(await fieldOf({ Password: 'wrong' }), 'Username')
  assert.equal(await fieldOf({ Port: 1884 }), 'Port')
  assert.equal(await fieldOf({ Host: 'nowhere.lan' }), 'Host')
  assert.equal(await fieldOf({ TLS: true }), 'TLS')
  assert.equal(await fieldOf({ TLS: true, Port: SECURE_BROKER_PORT }), 'Host')
  assert.equal(await fieldOf({ TLS: true, Port: SECURE_BROKER_PORT, Host: NAME }), '')
  const other = readFileSync(home.authority.certificate, 'utf8')
  assert.equal(await fieldOf({ TLS: true, Port: SECURE_BROKER_PORT, Host: NAME, Authority: other }), 'Authority')
  const own = readFileSync(certificate.certificate, 'utf8')
  assert.equal(await fieldOf({ TLS: true, Port: SECURE_BROKER_PORT, Host: NAME, Authority: own }), '')
  assert.equal((await statusOf(at)).State, 'off')
  assert.deepEqual(
    broker.messages.filter(({ topic }) => topic !== 'sallyport/test'),
    [],
  )
})

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

story('a stored command is not carried out again', async (at) => {
  await broker.publish(topic(phone.mac, 'internet/set'), 'OFF', '-r')
  await has(topic(phone.mac, 'internet'), 'OFF')
  await broker.publish(topic(phone.mac, 'internet/set'), 'ON')
  await has(topic(phone.mac, 'internet'), 'ON')
  await at.router.kill()
  await has('sallyport/status', 'offline')
  await at.router.start()
  await has('sallyport/status', 'online')
  await until('a new message', async () => (await statusOf(at)).Queued === 0)
  assert.equal(broker.last(topic(phone.mac, 'internet')), 'ON')
})

story('a device that is deleted disappears, also while the router is not connected', async (at) => {
  await at.router.api(`/device?identity=${tablet.mac}`, undefined, 'DELETE')
  await has(config(level(tablet.mac)), '')
  await has(topic(tablet.mac, 'presence'), '')
  await at.router.kill()
  // What the router would have left if the device had been deleted in the meantime.
  await broker.publish(config('020000000099'), '{}', '-r')
  await broker.publish('sallyport/device/020000000099/presence', 'home', '-r')
  await at.router.start()
  await has(config('020000000099'), '')
  await has('sallyport/device/020000000099/presence', '')
})

story('while the broker hangs or is away, everything else works, and then the present state is sent', async (at) => {
  broker.hang()
  await at.configure(phone, { Policies: ['dns'] })
  assert.ok(!(await phone.namespace.connects(WEB, 80)))
  broker.resume()
  await has(topic(phone.mac, 'internet'), 'OFF')
  await broker.stop()
  await becomes(at, 'failed')
  await at.configure(phone, { Policies: ['wan', 'dns'] })
  assert.ok(await phone.namespace.connects(WEB, 80))
  await broker.start()
  await becomes(at, 'connected', 70_000)
  await has(topic(phone.mac, 'internet'), 'ON')
  await has('sallyport/status', 'online')
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
