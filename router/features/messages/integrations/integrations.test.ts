import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import {
  defaultMqtt,
  defaultNats,
  defaultSyslog,
  type SyslogSettings,
} from '../../../model/messages/integrations/settings.ts'
import { vaultWith } from '../../../store/vault.ts'
import { connectFailureOf } from './failure.ts'
import { type EventSession, openForwarding, prefixesOf, unmatchedOf } from './forwarding.ts'
import { natsMessageOf, subjectOf } from './nats.ts'
import { openEventQueue, type QueuedEvent } from './queue.ts'
import { revisedMqtt, revisedNats, revisedSyslog, shownMqtt } from './revise.ts'
import { syslogFrame, syslogMessage } from './syslog.ts'

const AT = Date.UTC(2026, 10, 22, 14, 2)
const event = (topic: string, payload: unknown): QueuedEvent => ({ topic, at: AT, text: JSON.stringify(payload) })

test('an event is delivered once, however many prefixes match', () => {
  assert.deepEqual(prefixesOf(['wan:', 'wan:uplink:', 'auth:', 'wan:']), ['wan:', 'auth:'])
  assert.deepEqual(prefixesOf(['wan:', '*']), [''])
})

test('of the chosen prefixes, those that no known topic begins with', () => {
  const chosen = ['wan:', '', 'dns:serve:192.168.2.6', 'dns:', 'alert:', 'wam:', 'myplugin:']
  assert.deepEqual(unmatchedOf(chosen, ['myplugin:started']), ['wam:'])
  assert.deepEqual(unmatchedOf(chosen, []), ['wam:', 'myplugin:'])
})

test('the subject of a topic has a token for each of its parts', () => {
  assert.equal(subjectOf('sallyport', 'wan:uplink:up'), 'sallyport.wan.uplink.up')
  assert.equal(subjectOf('home.one', 'dns:serve:192.168.2.6'), 'home.one.dns.serve.192_168_2_6')
  assert.equal(subjectOf('s', 'alert:a b:*>é:'), 's.alert.a_b.___._')
  assert.deepEqual(natsMessageOf('s', event('alert:é\r\nX: y', {})).headers, {
    Topic: 'alert:___X: y',
    Time: '2026-11-22T14:02:00.000Z',
  })
})

test('a syslog message has the topic, the scalar fields and the payload', () => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    syslogMessage(
      event('wan:uplink:down', { Iface: 'wan0', Up: false, IP: { SrcIP: '1.2.3.4' }, List: [1] }),
      'my router',
    ),
  )
  assert.equal(
    text,
    '<27>1 2026-11-22T14:02:00.000Z my_router sallyport - wan:uplink:down ' +
      '[event@32473 topic="wan:uplink:down" Iface="wan0" Up="false" IP.SrcIP="1.2.3.4"] ' +
      '\ufeff{"Iface":"wan0","Up":false,"IP":{"SrcIP":"1.2.3.4"},"List":[1]}',
  )
})

test('structured data are escaped, and names that are not permitted replaced', () => {
  const text = new TextDecoder().decode(
    syslogMessage(event('auth:failure', { name: 'a"b\\c]d\ne', 'x y="]': 'z', ['l'.repeat(40)]: 1 }), ''),
  )
  assert.match(text, /^<84>1 \S+ - sallyport - auth:failure \[event@32473 topic="auth:failure" /)
  assert.ok(text.includes('name="a\\"b\\\\c\\]d e" x_y___="z"] '))
})

test('a message is cut at a whole character, and framed by its length in octets', () => {
  const message = syslogMessage(event('x', { text: 'é'.repeat(9000) }), 'router')
  assert.ok(message.length <= 8192 && message.length >= 8191)
  assert.ok(!new TextDecoder().decode(message).includes('\ufffd'))
  assert.equal(new TextDecoder().decode(syslogFrame(new TextEncoder().encode('é'))), '2 é')
})

test('when too many events wait, the oldest are dropped and counted', () => {
  const queue = openEventQueue(10 * 80)
  for (let i = 0; i < 20; i++) queue.add(event('12345', i % 10))
  assert.ok(queue.length <= 10)
  assert.equal(queue.length + queue.dropped, 20)
  const taken = queue.take(3)
  const left = queue.length
  queue.putBack(taken)
  assert.equal(queue.length, left + 3)
  assert.deepEqual(queue.take(3), taken)
  queue.clear()
  assert.equal(queue.length, 0)
})

test('a secret is kept for its host only, and never shown', () => {
  const vault = vaultWith()
  const stored = revisedMqtt(defaultMqtt(), { Host: 'a.lan', Password: 'open sesame' }, vault, 'id')
  assert.equal(vault.open(stored.SealedPassword), 'open sesame')
  assert.equal(stored.ClientId, 'id')
  assert.equal(JSON.stringify(shownMqtt(stored)).includes('open sesame'), false)
  const same = revisedMqtt(stored, { Password: '**', BaseTopic: 'home' }, vault, 'other')
  assert.deepEqual([same.SealedPassword, same.ClientId], [stored.SealedPassword, 'id'])
  const again = /^Password: is needed again/
  assert.throws(() => revisedMqtt(stored, { Host: 'b.lan' }, vault, ''), { message: again })
  for (const other of [{ Host: 'b.lan' }, { Port: 1884 }, { TLS: true }, { Authority: 'x' }, { Username: 'eve' }])
    assert.throws(() => revisedMqtt(stored, { ...other, Password: '**' }, vault, ''), { message: again })
  assert.equal(revisedMqtt(stored, { Host: 'b.lan', Password: '' }, vault, '').SealedPassword, '')
  assert.throws(() => revisedNats(defaultNats(), { Token: '**' }, vault), { message: /^Token: / })
  assert.throws(() => revisedSyslog(defaultSyslog(), { Enabled: true }), { message: /^Host: is needed/ })
})

test('errors of a connection name the setting', () => {
  const server = { Host: 'nas.lan', Port: 1883, TLS: false, Authority: '' }
  const fieldOf = (code: string): string => connectFailureOf(Object.assign(new Error('x'), { code }), server).field
  assert.deepEqual(
    ['ECONNREFUSED', 'EHOSTUNREACH', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO', 'EIO'].map(fieldOf),
    ['Port', 'Host', 'Authority', 'Host', 'TLS', ''],
  )
})

/** A server that can be away, or accept events without confirming them. */
function openServer() {
  const server = {
    state: 'up' as 'up' | 'away' | 'silent',
    attempts: 0,
    received: [] as string[],
    refuses: '',
    drop: (_reason: string): void => undefined,
    async connect(): Promise<EventSession> {
      server.attempts++
      if (server.state === 'away') throw Object.assign(new Error(), { code: 'ECONNREFUSED' })
      const { promise: closed, resolve } = Promise.withResolvers<string>()
      server.drop = resolve
      return {
        closed,
        async send(events) {
          if (server.state === 'silent') await closed.then((reason) => Promise.reject(new Error(reason)))
          const names = events.map(({ text }) => String(JSON.parse(text).Iface))
          server.received.push(...names.filter((name) => name !== server.refuses))
          const refused = events.filter((_, index) => names[index] === server.refuses)
          return new Map(refused.map((event) => [event, `${server.refuses} is not permitted`]))
        },
        [Symbol.dispose]: () => resolve('disposed'),
      }
    },
  }
  return server
}

function open(...Topics: string[]) {
  const clock = openSteppedClock()
  const bus = openBus((error) => {
    throw error
  })
  const server = openServer()
  let settings: SyslogSettings | undefined = {
    ...defaultSyslog(),
    Enabled: true,
    Host: 'nas.lan',
    Topics: Topics.length > 0 ? Topics : ['wan:'],
  }
  const states: string[] = []
  bus.subscribe('integration:state', ({ State }) => void states.push(State))
  const forwarding = openForwarding<SyslogSettings>({
    ...{ name: 'syslog', clock, bus },
    settings: () => settings,
    connect: server.connect,
  })
  const happen = (Iface: string): void => bus.publish('wan:uplink:up', { Iface })
  const change = (next: SyslogSettings | undefined): void => {
    settings = next
    forwarding.update()
  }
  return { clock, bus, server, states, forwarding, happen, change, settings }
}

test('events are sent in order, also those that happened while the server was away', async () => {
  const { clock, server, states, forwarding, happen } = open()
  server.state = 'away'
  happen('a')
  await settled()
  happen('b')
  assert.equal(forwarding.status().Message, 'nas.lan refuses connections to port 6514')
  await clock.step(1000 + 2000 + 4000)
  assert.equal(server.attempts, 4)
  server.state = 'up'
  await clock.step(8000)
  assert.deepEqual(server.received, ['a', 'b'])
  happen('c')
  await settled()
  assert.deepEqual(server.received, ['a', 'b', 'c'])
  assert.partialDeepStrictEqual(forwarding.status(), { State: 'connected', Sent: 3, Queued: 0, Dropped: 0 })
  assert.deepEqual(states, ['connecting', 'failed', 'connected'])
})

test('of what a server reports, one short line is shown', async () => {
  const { server, forwarding, happen } = open()
  await settled()
  const long = `x\n${'y'.repeat(1 << 20)}`
  server.refuses = long
  happen(long)
  await settled()
  const refused = forwarding.status().Message
  server.drop(long)
  await settled()
  const { phrase: reason } = connectFailureOf(new Error(long), { Host: 'nas.lan', Port: 1, TLS: false } as Parameters<
    typeof connectFailureOf
  >[1])
  for (const text of [refused, forwarding.status().Message, String(reason)])
    assert.ok(text.length < 300 && !text.includes('\n'), `${text.length}`)
})

test('all topics are sent from the first settings on, and again after they were off', async () => {
  const { server, forwarding, happen, change, settings } = open('*')
  await settled()
  happen('a')
  await settled()
  assert.ok(server.received.includes('a'))
  change(undefined)
  happen('b')
  change(settings)
  happen('c')
  await settled()
  assert.deepEqual(
    server.received.filter((name) => name !== 'undefined'),
    ['a', 'c'],
  )
  assert.partialDeepStrictEqual(forwarding.status(), { State: 'connected', Queued: 0 })
})

test('the state has the event that was received last, and prefixes that no event has', async () => {
  const { clock, server, forwarding, happen } = open('wan:', 'wam:')
  await settled()
  assert.partialDeepStrictEqual(forwarding.status(), {
    ...{ State: 'connected', Sent: 0, LastTopic: '', LastSent: 0 },
    Message: 'connected to nas.lan, port 6514; no event has a topic that begins with wam:',
  })
  await clock.step(5000)
  happen('a')
  await settled()
  const sentAt = Math.floor(clock.now() / 1000)
  assert.partialDeepStrictEqual(forwarding.status(), { Sent: 1, LastTopic: 'wan:uplink:up', LastSent: sentAt })
  await clock.step(5000)
  server.refuses = 'b'
  happen('b')
  await settled()
  assert.partialDeepStrictEqual(forwarding.status(), { Dropped: 1, LastSent: sentAt })
})

test('the pauses between attempts grow to a minute', async () => {
  const { clock, server } = open()
  server.state = 'away'
  await settled()
  await clock.step(3600_000)
  assert.ok(server.attempts > 58 && server.attempts < 70, `${server.attempts}`)
})

test('a server that does not confirm events is left, and they are sent again', async () => {
  const { clock, server, forwarding, happen } = open()
  await settled()
  server.state = 'silent'
  happen('a')
  await clock.step(29_000)
  assert.equal(forwarding.status().State, 'connected')
  await clock.step(1000)
  assert.equal(forwarding.status().Message, 'the server does not confirm events')
  server.state = 'up'
  await clock.step(60_000)
  assert.deepEqual(server.received, ['a'])
})

test('an event that the server refuses is dropped, and the next ones are sent', async () => {
  const { server, forwarding, happen } = open()
  server.refuses = 'b'
  for (const name of ['a', 'b', 'c']) happen(name)
  await settled()
  assert.deepEqual([server.attempts, server.received], [1, ['a', 'c']])
  assert.partialDeepStrictEqual(forwarding.status(), {
    ...{ State: 'connected', Sent: 2, Queued: 0, Dropped: 1 },
    Message: 'connected to nas.lan, port 6514; the server has refused events: b is not permitted',
  })
})

test('while forwarding is off, nothing is queued or sent; other settings apply immediately', async () => {
  const { bus, server, forwarding, happen, change, settings } = open()
  await settled()
  change(undefined)
  happen('a')
  assert.partialDeepStrictEqual(forwarding.status(), { State: 'off', Queued: 0 })
  assert.equal(bus.hasSubscribers('wan:uplink:up'), false)
  change({ ...settings!, Topics: ['vpn:'] })
  await settled()
  happen('b')
  change({ ...settings!, Topics: ['wan:', 'wan:uplink:'] })
  await settled()
  happen('c')
  await settled()
  assert.deepEqual(server.received, ['c'])
  await forwarding[Symbol.asyncDispose]()
})
