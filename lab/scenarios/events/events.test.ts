import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import packet from 'dns-packet'
import { demandDescribed } from '../../../router/events/collect.fixture.ts'
import { callWell, exchange } from '../../contract/call.ts'
import { WEB } from '../../guests/addresses.ts'
import { macOf } from '../../guests/device.ts'
import type { Router } from '../../guests/router.ts'
import { SHARED_FIREWALL } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { say } from '../../probes/group-listener.ts'
import type { Program } from '../../process/program.ts'
import { until } from '../../process/until.ts'

/** Events: published to programs, and stored. */
const data = '/run/events'
const SOCKET = `${data}/state/api/eventbus.sock`
const PASSPHRASE = 'a phrase that stays secret'

const story = await openStories(
  {
    laptop: { Policies: ['wan', 'dns'] },
    printer: { wired: true, Policies: [] },
    stranger: { wired: true, unknown: true },
  },
  { data, flags: SHARED_FIREWALL },
)

let lines: Program
interface Event {
  readonly topic: string
  readonly payload: Record<string, unknown>
}
const eventsSince = (start: number): Event[] =>
  lines.lines.slice(start).map((line) => {
    const { topic, value } = JSON.parse(line)
    return { topic, payload: JSON.parse(value) }
  })
/** Waits for an event of this topic, after the first `start` ones. */
const event = (topic: string, start = 0): Promise<Record<string, unknown>> =>
  until(topic, () => eventsSince(start).find((one) => one.topic === topic)?.payload)

const items = async (router: Router, topic: string): Promise<Record<string, unknown>[]> =>
  router.api(`/plugins/db/items/${topic}?num=1000`).catch(() => []) as Promise<Record<string, unknown>[]>

/** Leases of a device that the file of the event store contains. */
function leasesOnDisk(mac: string): number {
  using database = new DatabaseSync(join(data, 'events.db'), { readOnly: true })
  const rows = database.prepare(
    "SELECT value FROM events JOIN topics ON topics.id = events.topic WHERE topics.name = 'dhcp:response'",
  )
  return rows.all().filter(({ value }) => JSON.parse(String(value)).Identifier === mac).length
}

story('a program subscribes to all events with socat', async ({ router }) => {
  const file = join(router.namespace.dir, 'subscribe')
  writeFileSync(file, '{"topic":"subscribe:"}\n')
  lines = router.namespace.start(['socat', `OPEN:${file},ignoreeof!!STDOUT`, `UNIX-CONNECT:${SOCKET}`])
  // The subscription is in effect when a call is received.
  await until('the subscription', async () => {
    await router.api('/status')
    return lines.lines.length > 0
  })
  assert.equal(await router.namespace.run(['stat', '-c', '%a %U', SOCKET]), '660 root\n')
})

story('devices: joining, changing, leaving', async (home) => {
  const { router, laptop, printer, stranger } = home
  await home.gather()
  assert.equal((await event('wifi:auth:success')).MAC, laptop.mac)
  assert.partialDeepStrictEqual(await event('device:unknown'), { MAC: stranger.mac, Iface: 'lan0' })
  const responses = eventsSince(0).filter(({ topic }) => topic === 'dhcp:response')
  assert.deepEqual(
    new Set(responses.map(({ payload }) => payload.Identifier)),
    new Set([laptop.mac, printer.mac, stranger.mac]),
  )
  await home.configure(laptop, {
    Groups: ['family'],
    DeviceTags: ['work'],
    PSKEntry: { Type: 'sae', Psk: PASSPHRASE },
  })
  assert.partialDeepStrictEqual(await event('device:update'), { MAC: laptop.mac, PSKEntry: { Psk: '**' } })
  assert.deepEqual((await event('device:groups:update')).Groups, ['family'])
  assert.deepEqual((await event('device:tags:update')).DeviceTags, ['work'])
  const MAC = macOf('tablet')
  await router.api(`/device?identity=${MAC}`, { Name: 'tablet', PSKEntry: { Type: 'wpa', Psk: PASSPHRASE } })
  await until('the new device', () =>
    eventsSince(0).some(({ topic, payload }) => topic === 'device:save' && payload.MAC === MAC),
  )
  await router.api(`/device?identity=${MAC}`, undefined, 'DELETE')
  assert.equal((await event('device:delete')).Name, 'tablet')
  assert.partialDeepStrictEqual(await event('devices:save'), { [laptop.mac]: { PSKEntry: { Psk: '**' } } })
  assert.partialDeepStrictEqual(await event('config:change'), { Who: 'admin', Kind: 'user' })

  const failed = { Type: 'sae', MAC, Reason: 'mismatch', Iface: 'wlan0' }
  await router.reportWifi('/reportPSKAuthFailure', failed)
  assert.partialDeepStrictEqual(await event('wifi:auth:fail'), { ...failed, Cause: 'wrong passphrase' })
  const lease = { IP: '192.168.2.102', MAC: macOf('scanner'), Iface: 'lan0', Name: 'scanner' }
  await callWell(router.helperSocket('dhcp'), { method: 'PUT', path: '/dhcpUpdate', body: lease })
  assert.deepEqual(await event('dhcp:update'), { ...lease, Router: '192.168.2.101' })

  const ipp = { name: 'Office._ipp._tcp.local', ttl: 4500 }
  const answers = [
    { ...ipp, type: 'SRV' as const, data: { port: 631, target: 'office.local' } },
    { ...ipp, type: 'TXT' as const, data: ['ty=Office'] },
  ]
  await say(
    printer,
    '224.0.0.251:5353',
    packet.encode({ type: 'response', flags: packet.AUTHORITATIVE_ANSWER, answers }),
  )
  assert.partialDeepStrictEqual(await event('zeroconf:device'), {
    MAC: printer.mac,
    Services: ['_ipp._tcp'],
    TXT: ['ty=Office'],
  })
  await laptop.leave()
  assert.equal((await event('wifi:station:disconnect')).MAC, laptop.mac)
  await laptop.join()
})

story('DNS: queries, blocks, overrides and rebinding', async ({ router, laptop }) => {
  const ClientIP = await laptop.address()
  const base = '/plugins/dns/block/override'
  await router.api(base, { Type: 'block', Domain: 'ads.test' })
  await router.api(base, { Type: 'permit', Domain: 'here.test', ResultIP: WEB })
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  for (const name of ['ads.test', 'here.test', 'rebind.test']) await laptop.resolves(name)
  assert.equal((await event(`dns:serve:${ClientIP}`)).FirstName, 'www.test.')
  assert.deepEqual(await event('dns:block:event'), { ClientIP, Name: 'ads.test.', By: 'ads.test.' })
  assert.deepEqual(await event('dns:override:event'), { ClientIP, IP: WEB, Name: 'here.test.' })
  const URI = 'http://lists.test/ads.txt'
  await router.api('/plugins/dns/block/blocklists', { URI, Enabled: true })
  assert.equal((await event('dns:blocklist:update')).URI, URI)
  assert.deepEqual(await event('dns:blockrebind:event'), { ClientIP, BlockedIP: '192.168.2.1', Name: 'rebind.test.' })
})

story('access: sign-ins and sign-outs, without credentials in any event', async ({ router }) => {
  const wrong = 'admin:not the password'
  assert.equal((await router.ask({ path: '/devices', login: wrong })).status, 401)
  assert.partialDeepStrictEqual(await event('auth:failure'), { type: 'user', name: 'admin', username: 'admin' })
  assert.match(String((await event('auth:success')).reason), /:api$/)
  const { Token } = (await router.api('/session', {})) as { Token: string }
  const headers = { Authorization: `Bearer ${Token}` }
  assert.equal((await exchange(router.console, { method: 'DELETE', path: '/session', headers })).status, 200)
  assert.equal((await event('auth:logout')).credential, 'session')
  assert.partialDeepStrictEqual(await event('log:www:access'), { method: 'GET' })
  const text = lines.lines.join('\n')
  for (const secret of [Token, PASSPHRASE, 'not the password', router.login.split(':')[1]!])
    assert.ok(!text.includes(secret), secret)
})

story('the router: a change by another program is undone', async ({ router }) => {
  await router.namespace.run(['nft', 'insert', 'rule', 'inet', 'sallyport', 'forward', 'accept'])
  assert.deepEqual(await event('system:drift:repaired'), { Driver: 'nft', What: ['chain forward'] })
  assert.ok('drift' in (await event('system:drift')))
})

story('every event has a topic of the catalogue and its fields, and no other', async () => {
  const events = eventsSince(0)
  assert.ok(events.length > 30)
  for (const { topic, payload } of events) demandDescribed(topic, payload)
})

story('a program publishes its own topics with socat, and cannot forge the router’s', async ({ router }) => {
  const publish = async (topic: string): Promise<string> => {
    const file = join(router.namespace.dir, 'publish')
    writeFileSync(file, `${JSON.stringify({ topic, value: '{"Millimetres":3}' })}\n`)
    return router.namespace.run(['socat', '-t', '1', `OPEN:${file}!!STDOUT`, `UNIX-CONNECT:${SOCKET}`])
  }
  const start = lines.lines.length
  assert.equal(await publish('plugin:weather:rain'), '')
  assert.deepEqual(await event('plugin:weather:rain', start), { Millimetres: 3 })
  for (const topic of ['auth:success', 'alert:auth:failure:', 'nft:drop:input'])
    assert.match(await publish(topic), /^\{"topic":"error","value":".*are published by the router only/)
  assert.deepEqual(
    eventsSince(start)
      .filter(({ payload }) => 'Millimetres' in payload)
      .map(({ topic }) => topic),
    ['plugin:weather:rain'],
  )
})

story('a lease and a failed sign-in are stored, and are found by device and by text', async ({ laptop, router }) => {
  const leases = await items(router, 'dhcp:response')
  assert.ok(
    leases.some(({ Identifier, time }) => Identifier === laptop.mac && typeof time === 'string'),
    'the lease',
  )
  const wrong = await router.ask({ path: '/devices', login: 'admin:not the password' })
  assert.equal(wrong.status, 401)
  const [failure] = await items(router, 'auth:failure')
  assert.equal(failure?.type, 'user')
  const search = async (query: string) =>
    ((await router.api(`/events?${query}`)) as { Topic: string }[]).map(({ Topic }) => Topic)
  assert.ok((await search(`device=${laptop.mac}`)).includes('dhcp:response'))
  const ip = await laptop.address()
  assert.ok((await search(`text=${ip}`)).includes('dhcp:response'))
  assert.deepEqual(await search('device=02:00:00:00:00:99'), [])
})

story('the DNS log of a device is a topic, and is deleted with it', async ({ laptop, router }) => {
  // A name that no earlier scenario resolves: its event is the last of the topic.
  await laptop.resolves('stored.test')
  const topic = `dns:serve:${await laptop.address()}`
  await until('the query', async () =>
    (await items(router, topic)).some(({ FirstName }) => FirstName === 'stored.test.'),
  )
  const stats = (await router.api(`/plugins/db/stats/${topic}`)) as { KeyN: number }
  assert.ok(stats.KeyN > 0)
  assert.equal((await router.ask({ method: 'DELETE', path: `/plugins/db/bucket/${topic}` })).status, 200)
  assert.deepEqual(await items(router, topic), [])
})

story('events are on the disk without a call, and survive kill -9', async ({ laptop, router }) => {
  const leases = async () =>
    (await items(router, 'dhcp:response')).filter(({ Identifier }) => Identifier === laptop.mac)
  await until('all leases on the disk', async () => leasesOnDisk(laptop.mac) === (await leases()).length)
  const before = await leases()
  assert.ok(before.length > 0)
  await router.kill()
  await router.start()
  const after = await leases()
  const keys = new Set(after.map(({ time }) => time))
  assert.ok(before.every(({ time }) => keys.has(time)))
})

story('the socket is there again after a kill of the daemon, which is reported', async ({ router }) => {
  const file = join(router.namespace.dir, 'subscribe')
  lines = router.namespace.start(['socat', `OPEN:${file},ignoreeof!!STDOUT`, `UNIX-CONNECT:${SOCKET}`])
  await until('an event', async () => {
    await router.api('/status')
    return lines.lines.length > 0
  })
  const reports = await router.namespace.run(['ls', `${data}/crashlog`])
  assert.match(reports, /^crash-\d{8}T\d{9}Z\.txt\n$/)
})
