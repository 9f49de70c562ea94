import assert from 'node:assert/strict'
import { join } from 'node:path'
import { WEB } from '../../guests/addresses.ts'
import { BROKER_LOGIN, openBroker } from '../../guests/broker.ts'
import { openReceivers } from '../../guests/receiving.ts'
import { decryptPush, newPushBrowser } from '../../guests/webpush.ts'
import { certify } from '../../home/authority.ts'
import { openStage } from '../../home/story.ts'
import { openListener } from '../../probes/listener.ts'
import { until } from '../../process/until.ts'

/** An unknown device joins: the app, the phone of the owner and the broker get the same alert. */
const { home, story } = await openStage({
  nas: { wired: true, Policies: ['dns'] },
  stranger: { wired: true, unknown: true },
})
const { router, nas, stranger } = home
const TITLE = 'Unknown device'

const receivers = await openReceivers(home)
await router.uplinkAddress()
const Host = await nas.join()
const broker = await openBroker(nas.namespace, {
  ca: home.authority.ca,
  ...(await certify(join(home.dir, 'authority'), 'nas.lan')),
})

const browser = newPushBrowser()
/** The texts that the phone of the owner shows. */
const shown = (): string[] =>
  receivers.accepted('push.test').map(({ body }) => decryptPush(browser, Buffer.from(body, 'base64')))

story('an unknown device joins: app, phone and broker get an alert with its address', async () => {
  await router.api('/integrations/mqtt', { Enabled: true, Host, ...BROKER_LOGIN })
  const { PublicKey } = (await router.api('/notify/settings')) as { PublicKey: string }
  const Push = { Endpoint: `https://push.test/${PublicKey}`, P256dh: browser.publicKey, Auth: browser.auth }
  await router.api('/notify/targets', { Name: 'Phone', Kind: 'push', Push })
  await router.api('/notify/targets', { Name: 'Broker', Kind: 'mqtt', MQTT: { Topic: 'home/alerts' } })
  await router.api('/alerts/ready/unknown-device', { Enabled: true })
  await until('the broker', () => broker.last('sallyport/status') === 'online')
  await using app = await openListener(router.console, '/ws')
  app.send(router.login)
  assert.equal(await app.next(), 'success')

  await stranger.join()
  const { Data } = await app.event('alert:device:unknown:')
  assert.partialDeepStrictEqual(JSON.parse(Data), { Title: TITLE, Event: { MAC: stranger.mac } })
  const pushed = await until('the push message', () => shown().find((text) => text.includes(TITLE)))
  assert.ok(pushed.includes(stranger.mac), pushed)
  const published = await until('the message of the broker', () => broker.last('home/alerts'))
  assert.ok(published.includes(TITLE) && published.includes(stranger.mac), published)
})

story('the owner accepts or rejects the unknown device', async () => {
  const reaches = () => stranger.namespace.connects(WEB, 80)
  const change = (settings: object) => router.api(`/device?identity=${stranger.mac}`, settings)
  assert.ok(!(await reaches()))
  await change({ Name: 'visitor', Policies: ['wan', 'dns'] })
  await until('the internet', reaches)
  await change({ DeviceDisabled: true })
  assert.ok(!(await reaches()))
})
