import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import { type NewTarget, NewTarget as Schema } from '../../../model/messages/notify/contract.ts'
import { headingOf, type Message } from '../../../model/messages/notify/message.ts'
import { phrase, verbatim } from '../../../phrases/phrase.ts'
import { openHistory } from '../../../store/history.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { vaultWith } from '../../../store/vault.ts'
import { openAlertTexts } from '../alerts/texts.ts'
import { DeliveryFailed } from './carrier.ts'
import { openNotifications } from './notifications.ts'
import { newTarget } from './revision.ts'

const HOOK = { Kind: 'webhook', Webhook: { URL: 'https://hooks.example.org/' } }
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Receivers that accept everything, on a stepped clock at 10:00 local time. `received` has what they have received, by name. */
async function open(targets: Readonly<Record<string, object>>, { path = ':memory:', memory = openMemoryFacts() } = {}) {
  const clock = openSteppedClock(new Date('2024-03-01T10:00:00').getTime())
  const vault = vaultWith()
  const history = openHistory({ path, clock, onFailure: (what, error) => assert.fail(`${what} ${error}`) })
  const received: string[] = []
  const published: string[] = []
  /** Overrides what a receiver does. */
  const receivers = new Map<string, () => Promise<void>>()
  const add = (name: string, settings: object) =>
    memory.change((draft) => {
      const id = Buffer.from(name).toString('hex').padEnd(16, '0')
      const given = Schema.parse({ Name: name, ...HOOK, Topics: [], ...settings }) as NewTarget
      draft.notifyTargets.put(id, newTarget(id, given, vault))
    })
  for (const [name, settings] of Object.entries(targets)) await add(name, settings)
  const nameOf = (settings: { URL: string }) => new URL(settings.URL).pathname.slice(1)
  const notifications = openNotifications({
    ...{ facts: memory.facts, change: memory.change, vault, clock, log: history.keyValueLog('notifications') },
    bus: { publish: (_, payload) => void published.push(`${(payload as { State: string }).State}`) },
    textsOf: openAlertTexts({ deviceOf: () => undefined }),
    onFailure: (what, error) => assert.fail(`${what} ${error}`),
    carriers: {
      webhook: {
        kind: 'webhook',
        async send(message: Message, settings) {
          const name = nameOf(settings) || 'one'
          await receivers.get(name)?.()
          received.push(`${name}: ${headingOf(message)}`)
        },
      },
    },
  })
  memory.watch(notifications.learn)
  const idle = async () => {
    for (let i = 0; i < 12; i++) await settled()
  }
  const step = async (ms: number) => {
    await clock.step(ms)
    await idle()
  }
  await idle()
  const fire = async (Title: string, NotificationType = 'info', Topic = 'wan:uplink:down', notify = true) => {
    notifications.take({ alert: { Topic, Title, NotificationType }, notify, at: clock.now(), event: {} })
    await idle()
  }
  const idOf = (name: string) => [...memory.facts.notifyTargets.values()].find(({ Name }) => Name === name)!.Id
  const state = (name = 'one') => notifications.stateOf(idOf(name))
  const take = () => received.splice(0)
  return {
    notifications,
    memory,
    clock,
    history,
    received,
    receivers,
    published,
    add,
    step,
    fire,
    idle,
    state,
    take,
    idOf,
  }
}
const to = (name: string, more: object = {}) => ({
  ...HOOK,
  Webhook: { URL: `https://hooks.example.org/${name}` },
  ...more,
})
const fails =
  (kind: 'passing' | 'refused' | 'gone' = 'passing', retryAfterMs?: number) =>
  async () => {
    throw new DeliveryFailed(verbatim('no'), { kind, retryAfterMs })
  }

test('an alert is sent to the targets that want its type and topic', async () => {
  const { fire, take } = await open({
    all: to('all'),
    serious: to('serious', { MinimumType: 'error' }),
    wifi: to('wifi', { Topics: ['wifi:'] }),
    off: to('off', { Enabled: false }),
  })
  await fire('Uplink lost', 'danger')
  assert.deepEqual(take(), ['all: Uplink lost', 'serious: Uplink lost'])
  await fire('Joined', 'success', 'wifi:auth:success')
  assert.deepEqual(take(), ['all: Joined', 'wifi: Joined'])
  await fire('Stored only', 'danger', 'wan:uplink:down', false)
  assert.deepEqual(take(), [])
})

test('each target has its language, also for what is bundled and for a test', async () => {
  const { fire, take, notifications, idOf, step } = await open({
    one: to('english'),
    zwei: to('deutsch', { Language: 'de', QuietHours: { From: '09:00', To: '10:02' } }),
  })
  await fire('Uplink down', 'error')
  await fire('My own title', 'info')
  assert.deepEqual(take(), ['english: Uplink down', 'english: My own title'])
  await step(2 * MINUTE)
  assert.deepEqual(take(), ['deutsch: Internetanschluss ausgefallen und 1 weitere'])
  await notifications.test(idOf('zwei'))
  assert.deepEqual(take(), ['deutsch: Test von Sallyport'])
})

test('a failed delivery is repeated after growing intervals, and then everything that waits is one message', async () => {
  const { fire, take, receivers, step, state, published } = await open({ one: to('one') })
  receivers.set('one', fails())
  await fire('Uplink lost')
  assert.deepEqual([state().State, state().Message, state().Waiting], ['retrying', 'no', 1])
  const attempts: number[] = []
  let now = 0
  receivers.set('one', async () => {
    attempts.push(now)
    throw new DeliveryFailed(verbatim('no'))
  })
  for (now = 1; now <= 200; now++) await step(1000)
  assert.deepEqual(attempts, [5, 15, 35, 75, 155])
  await fire('Uplink back')
  receivers.delete('one')
  await step(HOUR)
  assert.deepEqual(take(), ['one: Uplink back and 1 more'])
  assert.deepEqual([state().State, state().Message, state().Waiting, state().Next], ['delivered', '', 0, 0])
  assert.deepEqual(published, ['retrying', 'delivered'])
})

test('a receiver that asks for a pause is left alone for as long', async () => {
  const { fire, take, receivers, step } = await open({ one: to('one') })
  receivers.set('one', fails('passing', 10 * MINUTE))
  await fire('Uplink lost')
  receivers.delete('one')
  await step(10 * MINUTE - 1)
  assert.deepEqual(take(), [])
  await step(1)
  assert.deepEqual(take(), ['one: Uplink lost'])
})

test('alerts are given up after a day, and immediately if the receiver refuses them', async () => {
  const { fire, take, receivers, step, state } = await open({ one: to('one') })
  receivers.set('one', fails())
  await fire('Uplink lost')
  await step(26 * HOUR)
  assert.deepEqual([state().Waiting, state().Dropped, state().State], [0, 1, 'failed'])
  receivers.set('one', fails('refused'))
  await fire('Uplink back')
  assert.deepEqual([state().Waiting, state().Dropped, state().State], [0, 2, 'failed'])
  receivers.delete('one')
  await fire('Joined')
  assert.deepEqual(take(), ['one: Joined'])
})

test('a receiver that hangs delays no other, has one message at a time, and fails after 15 seconds', async () => {
  const { fire, take, receivers, step, state } = await open({ slow: to('slow'), quick: to('quick') })
  let running = 0
  receivers.set('slow', () => {
    assert.equal(++running, 1)
    return new Promise(() => undefined)
  })
  for (const title of ['a', 'b', 'c']) await fire(title)
  assert.deepEqual(take(), ['quick: a', 'quick: b', 'quick: c'])
  receivers.delete('slow')
  await step(15_000)
  assert.deepEqual([state('slow').State, state('slow').Message], ['retrying', 'there was no answer within 15 seconds'])
  await step(5_000)
  assert.deepEqual(take(), ['slow: a', 'slow: b', 'slow: c'])
})

test('alerts beyond the limit wait and are sent as one message', async () => {
  const { fire, take, step, state } = await open({ one: to('one', { PerHour: 6 }) })
  for (let i = 1; i <= 18; i++) await fire(`Alert ${i}`)
  assert.deepEqual(
    take(),
    [1, 2, 3, 4, 5].map((i) => `one: Alert ${i}`),
  )
  assert.deepEqual([state().State, state().Waiting], ['waiting', 13])
  await step(10 * MINUTE)
  assert.deepEqual(take(), ['one: Alert 18 and 12 more'])
})

test('a flood is counted, and the queue has a limited length', async () => {
  const { fire, take, step, state } = await open({ one: to('one', { PerHour: 1 }) })
  for (let i = 1; i <= 501; i++) await fire(`Alert ${i}`)
  assert.equal(state().Waiting, 500)
  take()
  await step(HOUR)
  assert.deepEqual(take(), ['one: Alert 101 and 499 more'])
})

test('in quiet hours alerts wait until their end, except those of the type danger', async () => {
  const { fire, take, step, state } = await open({
    one: to('one', { QuietHours: { From: '09:00', To: '12:00' } }),
    strict: to('strict', { QuietHours: { From: '09:00', To: '12:00', ExceptDanger: false } }),
  })
  await fire('Joined')
  await fire('Port scan', 'danger')
  assert.deepEqual(take(), ['one: Port scan'])
  assert.deepEqual([state().State, state().Waiting, state('strict').Waiting], ['waiting', 1, 2])
  assert.equal(state().Next, new Date('2024-03-01T12:00:00').getTime() / 1000)
  await step(2 * HOUR)
  assert.deepEqual(take().sort(), ['one: Joined', 'strict: Port scan and 1 more'])
})

test('an alert from before the clock was set is sent', async () => {
  const { notifications, idle, take, receivers, step, state } = await open({ one: to('one') })
  receivers.set('one', fails())
  notifications.take({ alert: { Topic: 'wan:uplink:down', Title: 'Started' }, notify: true, at: 0, event: {} })
  await idle()
  assert.equal(state().Waiting, 1)
  receivers.delete('one')
  await step(5000)
  assert.deepEqual(take(), ['one: Started'])
})

test('a receiver that is gone is deleted', async () => {
  const { fire, receivers, memory, published } = await open({ one: to('one'), two: to('two') })
  receivers.set('one', fails('gone'))
  await fire('Uplink lost')
  assert.deepEqual(
    [...memory.facts.notifyTargets.values()].map(({ Name }) => Name),
    ['two'],
  )
  assert.ok(published.includes('deleted'))
})

test('a change of the settings tries again immediately, and a deleted target has nothing waiting', async () => {
  const { fire, take, receivers, step, add, memory, idle, state } = await open({ one: to('one') })
  receivers.set('one', fails())
  await fire('Uplink lost')
  await step(HOUR)
  receivers.delete('one')
  await add('one', to('two'))
  await idle()
  assert.deepEqual(take(), ['two: Uplink lost'])
  receivers.set('two', fails())
  await fire('Uplink lost')
  await memory.change((draft) => draft.notifyTargets.remove(Buffer.from('one').toString('hex').padEnd(16, '0')))
  await add('one', to('two'))
  await idle()
  assert.deepEqual([state().Waiting, state().State], [0, 'never'])
})

test('a test is sent in quiet hours and to a disabled target, and reports the setting that is wrong', async () => {
  const { notifications, take, receivers, idOf, state } = await open({
    one: to('one', { Enabled: false, QuietHours: { From: '00:00', To: '00:00' } }),
  })
  const Coded = { Code: 'messages.testDelivered', Values: [] }
  const delivered = { Ok: true, Message: 'The test was delivered.', Coded, Field: '' }
  assert.deepEqual(await notifications.test(idOf('one')), delivered)
  assert.deepEqual(take(), ['one: Test from Sallyport'])
  receivers.set('one', async () => {
    throw new DeliveryFailed(phrase('messages.serverUnreachable'), { field: 'URL' })
  })
  const failure = { Message: 'the server cannot be reached', Coded: { Code: 'messages.serverUnreachable', Values: [] } }
  assert.deepEqual(await notifications.test(idOf('one')), { Ok: false, ...failure, Field: 'Webhook.URL' })
  assert.partialDeepStrictEqual(state(), { State: 'failed', ...failure })
})

test('what waits survives the end of the process: nothing is lost, and one message may arrive twice', async (t) => {
  const { mkdtempSync, rmSync } = await import('node:fs')
  const directory = mkdtempSync('/tmp/notify-')
  t.after(() => rmSync(directory, { recursive: true }))
  const memory = openMemoryFacts()
  const path = `${directory}/history.db`
  const before = await open({ one: to('one') }, { path, memory })
  await before.fire('Delivered')
  const { promise, resolve: end } = Promise.withResolvers<void>()
  before.receivers.set('one', () => promise)
  for (const title of ['a', 'b', 'c']) await before.fire(title)
  assert.deepEqual(before.take(), ['one: Delivered'])
  // The process ends while the first is on its way: its database is not closed.
  before.notifications[Symbol.dispose]()
  const after = await open({}, { path, memory })
  assert.deepEqual(after.take(), ['one: a', 'one: b', 'one: c'])
  end()
  await before.idle()
  assert.deepEqual(before.take(), ['one: a'])
  assert.equal(after.state().State, 'delivered')
})
