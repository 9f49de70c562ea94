import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { ShownTarget, TestResult } from '../../../router/model/messages/notify/contract.ts'
import { RECEIVERS } from '../../guests/addresses.ts'
import { jsonOf, startReceivers } from '../../guests/receiving.ts'
import { decryptPush, newPushBrowser } from '../../guests/webpush.ts'
import { until } from '../../process/until.ts'
import { DELIVERED, openNotifyStories } from './notify.fixture.ts'

/** Alerts that are sent to phones, browsers, mailboxes and servers. */
const { home, story, accepted, first, add, hook, tryOut, stateOf, alertOnChanges, rename } = await openNotifyStories()
const { router, internet, nas } = home

story('each kind of receiver gets a test in its own format', async () => {
  const { PublicKey } = (await router.api('/notify/settings')) as { PublicKey: string }
  const browser = newPushBrowser()
  const Push = { Endpoint: `https://push.test/${PublicKey}`, P256dh: browser.publicKey, Auth: browser.auth }
  assert.deepEqual(await tryOut(await add('Phone', 'push', { Push })), DELIVERED)
  const pushed = await first('push.test')
  const shown = decryptPush(browser, Buffer.from(pushed.body, 'base64'))
  assert.equal((JSON.parse(shown) as { title: string }).title, 'Test from Sallyport')

  const Ntfy = { Server: 'https://ntfy.test', Topic: 'home', Token: 'tk_of_ada' }
  assert.deepEqual(await tryOut(await add('ntfy', 'ntfy', { Ntfy })), DELIVERED)
  assert.equal(jsonOf(await first('ntfy.test')).topic, 'home')

  const Email = {
    ...{ Host: 'mail.test', User: 'ada', Password: 'open-sesame' },
    ...{ From: 'router@example.org', To: ['ada@example.org'] },
  }
  assert.deepEqual(await tryOut(await add('Mail', 'email', { Email })), DELIVERED)
  const mail = await first('mail.test')
  assert.deepEqual([mail.to, mail.isEncrypted, mail.ehlo], [['ada@example.org'], true, 'example.org'])
  assert.match(mail.raw, /^Subject: Test from Sallyport\r$/m)

  assert.deepEqual(await tryOut(await hook('Hook', 'https://hooks.test/alerts')), DELIVERED)
  const hooked = await first('hooks.test')
  const signature = createHmac('sha256', 'signature-key').update(Buffer.from(hooked.body, 'base64')).digest('hex')
  assert.equal(hooked.headers['x-sallyport-signature'], `sha256=${signature}`)
})

story('a receiver may be in the home, but not the router itself', async () => {
  const address = (await nas.address()) ?? ''
  const local = await startReceivers(nas.namespace, '0.0.0.0')
  assert.deepEqual(await tryOut(await hook('NAS', `http://${address}:8080/alerts`)), DELIVERED)
  await local.first(address)
  await router.api(`/dns/hostnames/nas.lan`, { Hostname: 'nas.lan', IPAddress: address })
  assert.deepEqual(await tryOut(await hook('NAS by name', 'http://nas.lan:8080/alerts')), DELIVERED)

  const gateway = address.replace(/\d+$/, (last) => String(Number(last) - 1))
  const uplink = await router.uplinkAddress()
  await internet.names.lead('evil.test', '127.0.0.1')
  await internet.names.lead('inside.test', '192.168.2.1')
  const own = [
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '192.168.2.1',
    gateway,
    uplink,
    'evil.test',
    'inside.test',
    '0x7f000001',
  ]
  for (const host of own) {
    const result = await router.api('/notify/test', {
      Name: 'Own',
      Kind: 'webhook',
      Webhook: { URL: `http://${host}/restart` },
    })
    const { Ok, Field, Message } = result as TestResult
    assert.deepEqual([Ok, Field], [false, 'Webhook.URL'], host)
    assert.match(Message, /is one of this router|cannot be resolved/, host)
  }
  for (const { Id, Name } of (await router.api('/notify/targets')) as ShownTarget[])
    if (Name.startsWith('NAS')) await router.api(`/notify/targets/${Id}`, undefined, 'DELETE')
})

story('an alert reaches every receiver, and one that hangs delays no other', async () => {
  const hanging = await hook('Hangs', 'https://hooks.test/hang')
  await alertOnChanges()
  const title = await rename('a <b>nas</b>')
  const plain = title.replaceAll('<', '‹').replaceAll('>', '›')
  await until('the webhook', () => accepted('hooks.test').some((one) => jsonOf(one).Title === plain))
  const received = accepted('hooks.test')
    .map(jsonOf)
    .find(({ Title }) => Title === plain)!
  assert.deepEqual([received.NotificationType, received.Topic, received.More], ['warning', 'device:update', 0])
  assert.deepEqual(received.Event, { MAC: nas.mac })
  await until('ntfy', () => accepted('ntfy.test').some((one) => jsonOf(one).title === plain))
  await until('the e-mail', () => accepted('mail.test').length === 2)
  await until('the push service', () => accepted('push.test').length === 2)
  await router.api(`/notify/targets/${hanging.Id}`, undefined, 'DELETE')
})

story('alerts that wait for a receiver survive a killed daemon', async () => {
  const target = await hook('Down', 'https://hooks.test/down')
  const titles = [await rename('one'), await rename('two'), await rename('three')]
  await until('the queue', async () => (await stateOf(target))?.Waiting === 3)
  await router.kill()
  await router.start()
  assert.equal((await stateOf(target))?.Waiting, 3)
  await internet.namespace.outcome(['curl', '-sk', '-X', 'PUT', `https://${RECEIVERS}/up`])
  await router.api(`/notify/targets/${target.Id}`, { PerHour: 30 })
  await until('the deliveries', async () => (await stateOf(target))?.Waiting === 0)
  const received = await until('all lines', () => {
    const all = accepted('hooks.test', '/down').map(jsonOf)
    return all.length >= titles.length && all
  })
  assert.deepEqual([...new Set(received.map(({ Title }) => Title))], titles)
  assert.ok(received.length <= 4, `${received.length} messages`)
  assert.equal((await stateOf(target))?.State, 'delivered')
  await router.api(`/notify/targets/${target.Id}`, undefined, 'DELETE')
})

story('a browser that has ended its subscription is removed', async () => {
  const { publicKey, auth } = newPushBrowser()
  const gone = await add('Gone', 'push', {
    Push: { Endpoint: 'https://push.test/gone', P256dh: publicKey, Auth: auth },
  })
  const { Ok, Message } = await tryOut(gone)
  assert.deepEqual([Ok, Message], [false, 'the browser has ended its subscription'])
  await until('its removal', async () => (await stateOf(gone)) === undefined)
})

story('a receiver gets the alerts of the router in its language', async () => {
  const german = await add('Auf Deutsch', 'webhook', { Language: 'de', Webhook: { URL: 'https://hooks.test/deutsch' } })
  assert.deepEqual(await tryOut(german), DELIVERED)
  await router.api('/alerts', {
    TopicPrefix: 'auth:failure',
    Name: 'Sign-ins',
    Actions: [
      { SendNotification: true, MessageTitle: 'Failed sign-in', MessageBody: '{{name}} from {{ip}}' },
      { SendNotification: true, MessageTitle: 'Somebody tries passwords', MessageBody: '' },
    ],
  })
  const address = (await nas.address()) ?? ''
  await nas.namespace.outcome(['curl', '-s', '-u', 'ada:wrong', 'http://192.168.2.1/devices'])
  const received = await until('all alerts', () => {
    const all = accepted('hooks.test', '/deutsch').map(jsonOf)
    return all.length === 3 && all
  })
  const [test, own, entered] = received.map(({ Title, Body }) => [Title, String(Body).replace(/:\d+$/, '')])
  assert.deepEqual(test, ['Test von Sallyport', 'Warnungen werden an „Auf Deutsch“ gesendet.'])
  assert.deepEqual(own, ['Anmeldung fehlgeschlagen', `ada von ${address}`])
  assert.deepEqual(entered, ['Somebody tries passwords', ''])
  await router.api(`/notify/targets/${german.Id}`, undefined, 'DELETE')
})

story('secrets are neither shown nor stored in clear text', async () => {
  const shown = JSON.stringify(await router.api('/notify/targets'))
  const { stdout } = await router.namespace.outcome([
    'sh',
    '-c',
    `cat ${home.dir}/*/state.db* ${home.dir}/*/history.db* | strings`,
  ])
  assert.ok(stdout.includes('hooks.test'))
  for (const secret of ['open-sesame', 'tk_of_ada', 'signature-key'])
    assert.ok(!shown.includes(secret) && !stdout.includes(secret), secret)
})
