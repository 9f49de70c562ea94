import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { openLive, payloadOf, topicOf, waitMs } from './live.ts'

test('the topic of an event frame is returned, and undefined for any other frame', () => {
  assert.equal(topicOf('{"Type":"device:update","Data":"{}","Notification":false,"WildcardAll":true}'), 'device:update')
  for (const frame of ['success', '', '{', 'null', '[]', '{"Type":7}', undefined])
    assert.equal(topicOf(frame), undefined)
})

test('the payload of an event is parsed, and undefined if it is invalid', () => {
  assert.deepEqual(payloadOf('{"Type":"device:update","Data":"{\\"Name\\":\\"phone\\"}"}'), { Name: 'phone' })
  for (const frame of ['success', 'null', '{"Type":"log:api"}', '{"Data":"{"}'])
    assert.equal(payloadOf(frame), undefined)
})

test('a lost connection is retried with growing delays of at most 30 seconds', () => {
  assert.deepEqual(
    [0, 1, 2, 5, 6, 5000].map((attempt) => waitMs(attempt, 0)),
    [1000, 2000, 4000, 30_000, 30_000, 30_000],
  )
  assert.equal(waitMs(0, 1), 750)
})

/** A WebSocket to a router that the test plays. */
function connection() {
  const sent: string[] = []
  let closed = false
  const socket = {
    send: (text: string) => void sent.push(text),
    close: () => {
      closed = true
    },
  } as unknown as WebSocket
  const receive = (data: string) => socket.onmessage?.({ data } as MessageEvent)
  return { socket, sent, receive, opens: () => socket.onopen?.({} as Event), isClosed: () => closed }
}

test('the client sends its credentials, waits for success, then emits topics', () => {
  const far = connection()
  const received: string[] = []
  const live = openLive({
    open: () => far.socket,
    greeting: () => 'admin:secret',
    onTopic: (topic) => received.push(topic),
    onJoined: () => received.push('joined'),
    onMessage: () => received.push(`received while ${live.state()}`),
    onLost: () => assert.fail('it was not lost'),
  })
  live.join()
  assert.equal(live.state(), 'joining')
  far.opens()
  assert.deepEqual(far.sent, ['admin:secret'])
  far.receive('success')
  far.receive('{"Type":"dhcp:response","Data":"{}"}')
  far.receive('nonsense')
  assert.deepEqual(received.splice(0), [
    'joined',
    'received while live',
    'dhcp:response',
    'received while live',
    'received while live',
  ])
  const stop = live.onEvent((topic, payload) => received.push(topic, JSON.stringify(payload)))
  far.receive('{"Type":"device:save","Data":"{}"}')
  stop()
  far.receive('{"Type":"device:save","Data":"{}"}')
  assert.deepEqual(
    received.filter((entry) => !entry.startsWith('received')),
    ['device:save', 'device:save', '{}', 'device:save'],
  )
  assert.equal(live.state(), 'live')
  live.leave()
  assert.ok(far.isClosed())
  assert.equal(live.state(), 'off')
})

test('a refused greeting is not repeated', () => {
  const far = connection()
  let opened = 0
  const live = openLive({
    open: () => {
      opened++
      return far.socket
    },
    greeting: () => 'admin:wrong',
    onTopic: () => assert.fail('nothing may be received'),
    onJoined: () => assert.fail('it did not join'),
    onMessage: () => {},
    onLost: () => assert.fail('it was refused, and not lost'),
  })
  live.join()
  far.opens()
  far.receive('Authentication failure')
  assert.equal(live.state(), 'off')
  assert.ok(far.isClosed())
  assert.equal(opened, 1)
})

test('a connection without messages is pinged, and replaced when the answer does not come in time', (context) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  context.after(() => mock.timers.reset())
  const connections = [connection(), connection(), connection()]
  const opened: ReturnType<typeof connection>[] = []
  let lost = 0
  const live = openLive({
    open: () => {
      const next = connections[opened.length] ?? assert.fail('no more connections')
      opened.push(next)
      return next.socket
    },
    greeting: () => 'token',
    onTopic: () => {},
    onJoined: () => {},
    onMessage: () => {},
    onLost: () => lost++,
  })
  live.join()
  const [first, second] = connections as [ReturnType<typeof connection>, ReturnType<typeof connection>]
  first.opens()
  first.receive('success')
  mock.timers.tick(9_999)
  first.receive('{"Type":"device:save","Data":"{}"}')
  mock.timers.tick(10_000)
  assert.deepEqual(first.sent, ['token', 'ping'])
  first.receive('pong')
  mock.timers.tick(10_000)
  assert.deepEqual([first.sent.length, live.state()], [3, 'live'])
  mock.timers.tick(5_000)
  assert.deepEqual([live.state(), lost, first.isClosed()], ['lost', 1, true])
  // One that is never opened, or never welcomed, is given up as well.
  mock.timers.tick(1_000)
  assert.equal(opened.length, 2)
  second.opens()
  mock.timers.tick(10_000)
  assert.deepEqual([live.state(), lost, second.isClosed()], ['lost', 2, true])
  live.leave()
})
