import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import type { Router } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { type Listener, openListener } from '../../probes/listener.ts'
import { addressOf } from '../firewall/firewall.fixture.ts'

/** Alerts of real packets: who joins, who guesses passwords, who scans. */
const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  stranger: { wired: true, unknown: true },
})

interface Alert {
  readonly Topic: string
  readonly RuleId: string
  readonly Title: string
  readonly Body: string
  readonly State: string
  readonly Event: Record<string, unknown>
}

/** The websocket of an existing client: only notifications. */
async function listen(router: Router): Promise<Listener> {
  const listener = await openListener(router.console, '/ws')
  listener.send(router.login)
  assert.equal(await listener.next(), 'success')
  return listener
}

async function alertOf(listener: Listener, topic: string): Promise<Alert> {
  const { Data, Notification, WildcardAll } = await listener.event(topic)
  assert.deepEqual([Notification, WildcardAll], [true, false])
  return JSON.parse(Data)
}

const flip = (router: Router, id: string, Enabled: boolean) => router.api(`/alerts/ready/${id}`, { Enabled })

const stored = async (router: Router, topic: string): Promise<Alert[]> =>
  (await router.api(`/plugins/db/items/${topic}`)) as Alert[]

/** Tries to connect to ports of the router that are closed. */
async function scan(device: HouseholdDevice, from: number, count: number): Promise<void> {
  for (let port = from; port < from + count; port++) assert.ok(!(await device.reaches('192.168.2.1', port)))
}

story('an unknown device joins: the notification arrives, and the alert is stored', async ({ router, stranger }) => {
  await flip(router, 'unknown-device', true)
  await using listener = await listen(router)
  await stranger.join()
  const alert = await alertOf(listener, 'alert:device:unknown:')
  assert.partialDeepStrictEqual(alert, { Topic: 'device:unknown', Title: 'Unknown device', State: '' })
  assert.partialDeepStrictEqual(alert.Event, { MAC: stranger.mac, IP: await addressOf(stranger), Iface: 'lan0' })
  const [item] = await stored(router, 'alert:device:unknown:')
  assert.partialDeepStrictEqual(item, alert)
})

story('the device that the owner added is no unknown device', async ({ router, laptop }) => {
  await using listener = await listen(router)
  await laptop.join()
  assert.equal((await alertOf(listener, 'alert:wifi:auth:success:')).Event.MAC, laptop.mac)
  assert.ok(!listener.topics.includes('alert:device:unknown:'))
})

story('a wrong password is an alert once its rule is enabled, and five are another one', async ({ router }) => {
  const rules = (await router.api('/alerts')) as { TopicPrefix: string }[]
  const index = rules.findIndex(({ TopicPrefix }) => TopicPrefix === 'auth:failure')
  const wrong = async () => assert.equal((await router.ask({ path: '/devices', login: 'admin:wrong' })).status, 401)
  await using listener = await listen(router)
  await wrong()
  await router.api(`/alerts/${index}`, {
    Disabled: false,
    Actions: [{ SendNotification: true, MessageTitle: 'Wrong', GrabEvent: true }],
  })
  await flip(router, 'login-guessing', true)
  await wrong()
  assert.partialDeepStrictEqual(await alertOf(listener, 'alert:auth:failure:'), {
    Title: 'Wrong',
    Event: { name: 'admin' },
  })
  for (let n = 0; n < 3; n++) await wrong()
  assert.partialDeepStrictEqual((await alertOf(listener, 'alert:auth:repeated:')).Event, { name: 'admin', Count: 5 })
})

story('a rule is tested on the stored events before it is saved', async ({ router }) => {
  const rules = (await router.api('/alerts')) as unknown[]
  const of = (name: string) => ({
    TopicPrefix: 'auth:failure',
    Conditions: [{ JPath: `$[?(@.name=="${name}")]` }],
    Actions: [{ SendNotification: true, MessageTitle: 'Wrong password', MessageBody: '{{name}}' }],
  })
  const result = async (name: string) =>
    (await router.api('/alerts/trial', { Rule: of(name) })) as { Events: number; Fired: number; Examples: object[] }
  const { Fired, Examples } = await result('admin')
  assert.ok(Fired >= 5)
  assert.partialDeepStrictEqual(Examples[0], { Topic: 'auth:failure', Title: 'Wrong password', Body: 'admin' })
  const other = await result('somebody')
  assert.deepEqual([other.Events >= 5, other.Fired, other.Examples], [true, 0, []])
  assert.deepEqual(await router.api('/alerts'), rules)
})

story(
  'a device that tries many ports is a scan, and one that uses the web is none',
  async ({ router, laptop, stranger }) => {
    await flip(router, 'port-scan', true)
    await using listener = await listen(router)
    for (let n = 0; n < 25; n++) assert.ok(await laptop.reaches(WEB, 80))
    await scan(stranger, 3000, 25)
    const { Event } = await alertOf(listener, 'alert:firewall:scan:')
    assert.partialDeepStrictEqual(Event, { MAC: stranger.mac, Side: 'home', Iface: 'lan0', Hosts: 1 })
    assert.equal((await stored(router, 'alert:firewall:scan:')).length, 1)
  },
)

story('a switch that is off stops its alert', async ({ router, stranger }) => {
  await flip(router, 'unknown-device', false)
  await router.api(`/device?identity=${stranger.mac}`, undefined, 'DELETE')
  await using listener = await listen(router)
  await stranger.leave()
  await stranger.join()
  await router.ask({ path: '/devices', login: 'admin:wrong' })
  await alertOf(listener, 'alert:auth:failure:')
  assert.ok(!listener.topics.includes('alert:device:unknown:'))
  assert.equal((await stored(router, 'alert:device:unknown:')).length, 1)
})
