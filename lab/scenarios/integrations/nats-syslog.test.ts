import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IntegrationStatus, IntegrationTest } from '../../../router/model/messages/integrations/contract.ts'
import {
  NATS_LOGIN,
  NATS_PORT,
  SECURE_SYSLOG_PORT,
  SYSLOG_PORT,
  startNats,
  startSyslog,
} from '../../guests/eventservers.ts'
import { certify } from '../../home/authority.ts'
import type { Home } from '../../home/home.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** Events to a real NATS server and a real syslog server on a device of the household. */
const { home, story } = await openStage({ nas: { wired: true, Policies: ['dns'] }, phone: { Policies: ['dns'] } })
const { nas, phone } = home
const NAME = 'nas.lan'
const certificate = { ca: home.authority.ca, ...(await certify(join(home.dir, 'authority'), NAME)) }
await nas.join()
let nats = await startNats(nas.namespace)
const syslog = await startSyslog(nas.namespace, certificate)
await nas.namespace.run([
  'sh',
  '-c',
  `until busybox nc -w 1 127.0.0.1 ${SECURE_SYSLOG_PORT} -e true; do sleep 0.1; done`,
])

type Name = 'nats' | 'syslog'
const put = ({ router }: Home, name: Name, settings: object) => router.api(`/integrations/${name}`, settings)
const test = ({ router }: Home, name: Name, settings: object) =>
  router.api(`/integrations/${name}/test`, settings) as Promise<IntegrationTest>
const statusOf = ({ router }: Home, name: Name) =>
  router.api(`/integrations/${name}/status`) as Promise<IntegrationStatus>
const becomes = (at: Home, name: Name, state: IntegrationStatus['State'], timeoutMs?: number) =>
  until(
    `${name} to be ${state}`,
    async () => {
      const status = await statusOf(at, name)
      return status.State === state && status
    },
    timeoutMs,
  )
/** Changes the name of a device, which is an event. */
const rename = (at: Home, name: string) => at.configure(phone, { Name: name })

/** What the server has received, by subject. It prints the payload on a separate line, which may come later. */
const received = (subject: string): string[] =>
  nats.lines.flatMap((line, index) => {
    const found = new RegExp(`<<- \\[HPUB ${subject.replaceAll('.', '\\.')} `).test(line)
    const payload = nats.lines[index + 1]
    // The server prints quotes with a backslash.
    return found && payload !== undefined ? [payload.replaceAll('\\"', '"')] : []
  })

story('NATS: a test says which setting is wrong', async (at) => {
  const given = { Host: NAME, ...NATS_LOGIN }
  assert.equal((await test(at, 'nats', given)).Message, `The server at ${NAME}, port ${NATS_PORT}, accepted a message.`)
  await until('the message of the test', () => received('sallyport.test').length > 0)
  const fieldOf = async (settings: object) => (await test(at, 'nats', { ...given, ...settings })).Field
  assert.equal(await fieldOf({ Password: 'wrong' }), 'Username')
  assert.equal(await fieldOf({ Username: '', Password: '', Token: 'wrong' }), 'Username')
  assert.equal(await fieldOf({ Port: 4223 }), 'Port')
  assert.equal(await fieldOf({ TLS: true }), 'TLS')
  const refused = await test(at, 'nats', { ...given, SubjectPrefix: 'elsewhere' })
  assert.match(refused.Message, /Permissions Violation for Publish to "elsewhere\.test"/i)
})

story('NATS: events of the chosen topics are sent, with topic and time, and no others', async (at) => {
  await put(at, 'nats', { Enabled: true, Host: NAME, ...NATS_LOGIN, Topics: ['device:', 'device:update'] })
  await becomes(at, 'nats', 'connected')
  await rename(at, 'handy')
  const [payload = ''] = await until('the event', () => {
    const found = received('sallyport.device.update')
    return found.length > 0 && found
  })
  assert.ok(payload.includes('Topic: device:update') && payload.includes('Time: 20'))
  assert.ok(payload.includes('"Name":"handy"') && !payload.includes(phone.mac.toUpperCase()))
  assert.equal(received('sallyport.device.update').length, 1)
  await at.router.ask({ path: '/status', login: 'admin:wrong' })
  await rename(at, 'phone')
  await until('the next event', () => received('sallyport.device.update').length === 2)
  assert.ok(!nats.lines.some((line) => line.includes('sallyport.auth')))
})

story('NATS: an event that the server refuses does not delay the next ones', async (at) => {
  await put(at, 'nats', { Topics: ['device:', 'auth:failure'] })
  await becomes(at, 'nats', 'connected')
  const before = received('sallyport.device.update').length
  await at.router.ask({ path: '/status', login: 'admin:wrong' })
  await rename(at, 'refused')
  await rename(at, 'phone')
  await until('both events', () => received('sallyport.device.update').length === before + 2)
  const { State, Message, Dropped } = await statusOf(at, 'nats')
  assert.deepEqual([State, Dropped], ['connected', 1])
  assert.match(Message, /has refused events: Permissions Violation for Publish to "sallyport\.auth\.failure"/)
  await put(at, 'nats', { Topics: ['device:', 'device:update'] })
  await becomes(at, 'nats', 'connected')
})

story('NATS: what happens while the server is away or hangs is sent afterwards, in order', async (at) => {
  nats.kill('SIGSTOP')
  await rename(at, 'a')
  assert.equal((await statusOf(at, 'nats')).State, 'connected')
  nats.kill('SIGCONT')
  await until('the event', () => received('sallyport.device.update').at(-1)?.includes('"Name":"a"'))
  await nats.stop()
  await becomes(at, 'nats', 'failed')
  for (const name of ['b', 'c', 'd']) await rename(at, name)
  assert.equal((await statusOf(at, 'nats')).Queued, 3)
  nats = await startNats(nas.namespace)
  await becomes(at, 'nats', 'connected', 70_000)
  const names = await until('the events', () => {
    const found = received('sallyport.device.update').map((line) => /"Name":"(\w)"/.exec(line)?.[1])
    return found.length === 3 && found
  })
  assert.deepEqual(names, ['b', 'c', 'd'])
  const { Queued, Dropped } = await until('an empty queue', async () => {
    const status = await statusOf(at, 'nats')
    return status.Queued === 0 && status
  })
  assert.deepEqual([Queued, Dropped], [0, 1])
})

story('NATS: over TLS, only with a certificate for the host', async (at) => {
  await nats.stop()
  nats = await startNats(nas.namespace, certificate)
  const unread = await at.router.ask({ method: 'PUT', path: '/integrations/nats/test', body: { TLS: true } })
  assert.equal(unread.status, 400, 'the stored password is not sent to another recipient')
  assert.equal((await test(at, 'nats', { TLS: true, ...NATS_LOGIN })).Ok, true)
  assert.equal((await test(at, 'nats', { TLS: true, Host: '192.168.2.1', Password: '' })).Ok, false)
  const other = readFileSync(home.authority.certificate, 'utf8')
  assert.equal((await test(at, 'nats', { TLS: true, Authority: other, ...NATS_LOGIN })).Field, 'Authority')
  const own = readFileSync(certificate.certificate, 'utf8')
  assert.equal((await test(at, 'nats', { TLS: true, Authority: own, ...NATS_LOGIN })).Ok, true)
  const address = await nas.address()
  assert.equal((await test(at, 'nats', { TLS: true, Host: address, ...NATS_LOGIN })).Field, 'Host')
  await put(at, 'nats', { Enabled: false })
  await becomes(at, 'nats', 'off')
})

interface Written {
  readonly pri: string
  readonly timereported: string
  readonly hostname: string
  readonly 'app-name': string
  readonly msgid: string
  readonly 'structured-data': string
  readonly msg: string
}
const written = (): Written[] =>
  readFileSync(join(nas.namespace.dir, 'syslog.json'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
const arrives = (msgid: string, count = 1) =>
  until(`${msgid} in the log`, () => {
    const found = written().filter((one) => one.msgid === msgid)
    return found.length >= count && found
  })

story('syslog: over TCP with octet counting, each event is one message', async (at) => {
  const given = { Host: NAME, Port: SYSLOG_PORT, TLS: false }
  assert.equal((await test(at, 'syslog', given)).Ok, true)
  assert.equal((await test(at, 'syslog', { ...given, Port: 602 })).Field, 'Port')
  await put(at, 'syslog', { Enabled: true, ...given, Topics: ['device:', 'auth:failure'] })
  await becomes(at, 'syslog', 'connected')
  await rename(at, 'Ada\u2019s "phone" \\ ]')
  const [message] = await arrives('device:update')
  assert.equal(message!['app-name'], 'sallyport')
  assert.equal(message!.pri, String(3 * 8 + 6))
  assert.match(
    message!['structured-data'],
    /^\[event@32473 topic="device:update" Name="Ada’s \\"phone\\" \\\\ \\\]" MAC="/,
  )
  const payload = JSON.parse(message!.msg.replace(/^\ufeff/, ''))
  assert.deepEqual([payload.Name, payload.PSKEntry.Psk], ['Ada’s "phone" \\ ]', '**'])
  await at.router.ask({ path: '/status', login: 'admin:wrong' })
  const [failure] = await arrives('auth:failure')
  assert.equal(failure!.pri, String(10 * 8 + 4))
})

story('syslog: all topics are sent from the start, and the state has the last one', async (at) => {
  await put(at, 'syslog', { Enabled: false })
  await becomes(at, 'syslog', 'off')
  await put(at, 'syslog', { Enabled: true, Topics: ['*'] })
  await becomes(at, 'syslog', 'connected')
  const before = written().filter(({ msgid }) => msgid === 'device:update').length
  await rename(at, 'everything')
  await arrives('device:update', before + 1)
  const { LastTopic, LastSent } = await statusOf(at, 'syslog')
  assert.ok(LastTopic !== '' && LastSent > 0)
  await put(at, 'syslog', { Topics: ['device:', 'auth:failure'] })
})

story('syslog: over TLS, only with a certificate for the host', async (at) => {
  const secure = { Host: NAME, Port: SECURE_SYSLOG_PORT, TLS: true }
  assert.equal((await test(at, 'syslog', secure)).Ok, true)
  assert.equal((await test(at, 'syslog', { ...secure, Host: await nas.address() })).Field, 'Host')
  assert.equal((await test(at, 'syslog', { ...secure, Port: SYSLOG_PORT })).Field, 'TLS')
  const before = written().filter(({ msgid }) => msgid === 'device:update').length
  await put(at, 'syslog', secure)
  await becomes(at, 'syslog', 'connected')
  for (let i = 1; i <= 20; i++) await rename(at, `phone-${i}`)
  await arrives('device:update', before + 20)
})

story('the router itself is no server, whatever its name', async (at) => {
  const { router, internet } = at
  await internet.names.lead('evil.test', '127.0.0.1')
  for (const Host of ['127.0.0.1', '192.168.2.1', await router.uplinkAddress(), 'evil.test'])
    for (const name of ['syslog', 'nats'] as const) {
      const Password = name === 'nats' ? { Password: '' } : {}
      const { Ok, Field, Message } = await test(at, name, { Host, Port: 80, TLS: false, ...Password })
      assert.deepEqual([Ok, Field], [false, 'Host'], Host)
      assert.match(Message, /is one of this router|cannot be resolved/, Host)
    }
})

story('syslog: a server that hangs delays no change', async (at) => {
  syslog.kill('SIGSTOP')
  for (let i = 1; i <= 20; i++) await rename(at, `tablet-${i}`)
  syslog.kill('SIGCONT')
  await until('the last event', () => written().some(({ msg }) => msg.includes('tablet-20')))
})
