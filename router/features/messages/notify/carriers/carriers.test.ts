import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { decryptPush, newPushBrowser, vapidFault } from '../../../../../lab/guests/webpush.ts'
import { fakeMachine } from '../../../../machine/fake.fixture.ts'
import { postRequest } from '../../../../machine/linux/request.ts'
import type { Mailed, PostOptions } from '../../../../machine/posting.ts'
import { messageOf } from '../../../../model/messages/notify/message.ts'
import { openMemoryFacts } from '../../../../store/memory.fixture.ts'
import { vaultWith } from '../../../../store/vault.ts'
import { DeliveryFailed } from '../carrier.ts'
import { openVapidKeys } from '../vapid.ts'
import { ehloNameOf, emailCarrier } from './email.ts'
import { ntfyCarrier } from './ntfy.ts'
import { pushCarrier } from './push.ts'
import { webhookCarrier } from './webhook.ts'

const MESSAGE = messageOf({
  ...{ id: 'an-id', at: Date.UTC(2024, 2, 1, 10), topic: 'wifi:auth:fail', type: 'danger' },
  ...{ title: 'Größe 😀\r\nX-Evil: 1', body: '<b>bold</b>\nsecond line', event: { MAC: '02:00:00:00:00:01' } },
})

let answer: (response: ServerResponse) => void = (response) => response.end()
const requests: { head: IncomingMessage; body: Buffer }[] = []
const server = createServer(async (head, response) => {
  requests.push({ head, body: await buffer(head) })
  answer(response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const URL_OF = `http://receiver.invalid:${(server.address() as AddressInfo).port}`
const deps = { machine: { post: postRequest }, resolve: async () => '127.0.0.1', authorities: [] }
const webhook = webhookCarrier(deps)
const failureOf = async (sending: Promise<void>): Promise<DeliveryFailed> =>
  sending.then(
    () => assert.fail('it was delivered'),
    (error) => (error instanceof DeliveryFailed ? error : assert.fail(error)),
  )

test('a webhook receives JSON with a signature of its bytes', async () => {
  await webhook.send(MESSAGE, { URL: `${URL_OF}/hook?home=1`, Secret: 'key', Authority: '' })
  const { head, body } = requests.pop()!
  assert.deepEqual([head.method, head.url, head.headers['content-type']], ['POST', '/hook?home=1', 'application/json'])
  assert.equal(
    head.headers['x-sallyport-signature'],
    `sha256=${createHmac('sha256', 'key').update(body).digest('hex')}`,
  )
  assert.deepEqual(JSON.parse(body.toString()), {
    ...{ ID: 'an-id', Time: '2024-03-01T10:00:00.000Z', Topic: 'wifi:auth:fail', NotificationType: 'danger' },
    ...{ Title: 'Größe 😀 X-Evil: 1', Body: '<b>bold</b>\nsecond line', More: 0, Event: { MAC: '02:00:00:00:00:01' } },
  })
  await webhook.send(MESSAGE, { URL: URL_OF, Secret: '', Authority: '' })
  assert.equal(requests.pop()!.head.headers['x-sallyport-signature'], undefined)
})

test('ntfy receives the documented JSON, with the token', async () => {
  await ntfyCarrier(deps).send(
    { ...MESSAGE, more: 12 },
    { Server: URL_OF, Topic: 'home', Token: 'tk_secret', Authority: '' },
  )
  const { head, body } = requests.pop()!
  assert.deepEqual([head.url, head.headers.authorization], ['/', 'Bearer tk_secret'])
  assert.deepEqual(JSON.parse(body.toString()), {
    ...{ topic: 'home', title: 'Größe 😀 X-Evil: 1 and 12 more', message: '<b>bold</b>\nsecond line' },
    ...{ priority: 5, tags: ['rotating_light'] },
  })
})

test('a failure says why, which setting to look at and when to try again, without the secret', async () => {
  const settings = { URL: `${URL_OF}/hook`, Secret: 'secret-key', Authority: '' }
  const cases: [
    status: number,
    kind: string,
    field: string | undefined,
    words: RegExp,
    headers?: Record<string, string>,
  ][] = [
    [401, 'passing', 'Secret', /does not accept the login/],
    [404, 'passing', 'URL', /no such address/],
    [302, 'passing', 'URL', /not followed/, { Location: 'http://192.168.2.1/' }],
    [413, 'refused', undefined, /HTTP 413/],
    [429, 'passing', undefined, /too many/, { 'Retry-After': '120' }],
    [500, 'passing', undefined, /HTTP 500/],
  ]
  for (const [status, kind, field, words, headers = {}] of cases) {
    answer = (response) => response.writeHead(status, headers).end('x'.repeat(100_000))
    const failure = await failureOf(webhook.send(MESSAGE, settings))
    assert.deepEqual([failure.kind, failure.field], [kind, field], String(status))
    assert.match(failure.message, words)
    assert.equal(failure.retryAfterMs, status === 429 ? 120_000 : undefined)
    assert.ok(!failure.message.includes('secret-key'))
  }
  answer = (response) => response.destroy()
  assert.equal((await failureOf(webhook.send(MESSAGE, settings))).field, 'URL')
  answer = (response) => response.end()
  const refused = await failureOf(
    webhook.send(MESSAGE, { URL: 'http://receiver.invalid:1/', Secret: '', Authority: '' }),
  )
  assert.match(refused.message, /refuses the connection/)
  requests.length = 0
})

test('Web Push is encrypted for the browser and signed for its push service', async () => {
  const browser = newPushBrowser()
  const machine = fakeMachine()
  const sent: PostOptions[] = []
  let status = 201
  machine.answerPosts((options) => {
    sent.push(options)
    return { status, retryAfter: undefined }
  })
  const keys = openVapidKeys({ ...openMemoryFacts(), vault: vaultWith() })
  const push = pushCarrier({ ...deps, machine, keys, contact: () => 'mailto:ada@example.org' })
  const settings = { Endpoint: 'https://push.example/wpush/1', P256dh: browser.publicKey, Auth: browser.auth }
  const body = '😀'.repeat(5000)
  await push.send(messageOf({ ...MESSAGE, body }), settings)
  const { url, headers, body: encrypted } = sent[0]!
  assert.equal(url, settings.Endpoint)
  assert.deepEqual([headers['Content-Encoding'], headers.TTL, headers.Urgency], ['aes128gcm', '86400', 'high'])
  const { publicKey } = await keys()
  assert.equal(vapidFault(headers.Authorization!, 'https://push.example', publicKey, Date.now()), undefined)
  assert.match(vapidFault(headers.Authorization!, 'https://other.example', publicKey, Date.now())!, /made for/)
  assert.ok(encrypted.length <= 4096, `${encrypted.length} bytes`)
  const shown = JSON.parse(decryptPush(browser, encrypted as Uint8Array)) as { title: string; tag: string; url: string }
  assert.deepEqual([shown.title, shown.tag, shown.url], ['Größe 😀 X-Evil: 1', 'an-id', '/admin/alerts'])
  assert.throws(() => decryptPush({ ...newPushBrowser() }, encrypted as Uint8Array))
  for (status of [404, 410]) assert.equal((await failureOf(push.send(MESSAGE, settings))).kind, 'gone')
  status = 403
  assert.equal((await failureOf(push.send(MESSAGE, settings))).kind, 'passing')
})

test('the keys for push services are made once, and sealed', async () => {
  const memory = openMemoryFacts()
  const vault = vaultWith()
  const keys = openVapidKeys({ ...memory, vault })
  const [first, second] = await Promise.all([keys(), keys()])
  assert.deepEqual(first, second)
  assert.ok(!JSON.stringify(memory.facts.setting('vapid')).includes(first.privateKey))
  assert.equal(Buffer.from(first.privateKey, 'base64url').length, 32)
  const anew = await openVapidKeys({ ...memory, vault: vaultWith() })()
  assert.notDeepEqual(anew, first)
})

test('the router introduces itself to a mail server by a full name', () => {
  assert.equal(ehloNameOf({ EHLO: 'router.example.org', From: 'ada@example.com' }), 'router.example.org')
  assert.equal(ehloNameOf({ EHLO: '', From: 'ada@example.com' }), 'example.com')
  assert.equal(ehloNameOf({ EHLO: '', From: 'ada@nas' }), 'nas.lan')
})

test('a refused e-mail names the step, the words of the server and the setting', async () => {
  const machine = fakeMachine()
  const email = emailCarrier({ ...deps, machine })
  const settings = {
    ...{
      Host: 'mail.test',
      Port: 587,
      EHLO: '',
      Security: 'starttls' as const,
      User: 'ada',
      Password: 'x',
      Authority: '',
    },
    ...{ From: 'router@example.org', To: ['ada@example.org'] },
  } as const
  const failedAt = async (mailed: Mailed): Promise<readonly unknown[]> => {
    machine.answerMails(() => mailed)
    const { kind, field, message } = await failureOf(email.send(MESSAGE, { ...settings, To: [...settings.To] }))
    return [kind, field, message]
  }
  const reason = '504 5.5.2 <nas>: Helo command rejected'
  assert.deepEqual(await failedAt({ kind: 'passing', step: 'EHLO', reason }), [
    ...['passing', 'EHLO', `the server does not accept the name of the router (EHLO): ${reason}`],
  ])
  assert.deepEqual(await failedAt({ kind: 'refused', step: 'MAIL FROM', reason: '550 no' }), [
    ...['refused', 'From', 'the server does not accept the sender (MAIL FROM): 550 no'],
  ])
  assert.deepEqual(await failedAt({ kind: 'login', step: 'AUTH', reason: '535 no' }), [
    ...['passing', 'Password', 'the server does not accept the user name or password: 535 no'],
  ])
})
