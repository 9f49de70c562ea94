import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { WEB } from '../../guests/addresses.ts'
import { BROKER_LOGIN, BROKER_PORT, SECURE_BROKER_PORT } from '../../guests/broker.ts'
import { until } from '../../process/until.ts'
import { openBrokerStories } from './homeassistant.fixture.ts'

/** The connection with Home Assistant: wrong settings, stored commands, and a broker that is away. */
const { home, story, broker, address, certificate, NAME, level, topic, config, put, test, statusOf, becomes, has } =
  await openBrokerStories()
const { phone, tablet } = home

story('a test finds the wrong setting and says which', async (at) => {
  assert.deepEqual(await test(at, { Host: address, ...BROKER_LOGIN }), {
    Ok: true,
    Field: '',
    Message: `The server at ${address}, port ${BROKER_PORT}, accepted a message.`,
    Coded: { Code: 'messages.testAccepted', Values: [address, String(BROKER_PORT)] },
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

story('a stored command is not carried out again', async (at) => {
  await put(at, {
    ...{ Enabled: true, Host: NAME, TLS: true, Port: SECURE_BROKER_PORT, ...BROKER_LOGIN },
    Control: true,
  })
  await becomes(at, 'connected')
  // The subscription follows the first messages.
  await until('the command', async () => {
    await broker.publish(topic(phone.mac, 'internet/set'), 'OFF')
    return broker.last(topic(phone.mac, 'internet')) === 'OFF'
  })
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
