import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { openLive, payloadOf, topicOf, waitMs } from './live.ts'

test('a frame of the router gives its topic, anything else gives nothing', () => {
  assert.equal(topicOf('{"Type":"device:update","Data":"{}","Notification":false,"WildcardAll":true}'), 'device:update')
  for (const frame of ['success', '', '{', 'null', '[]', '{"Type":7}', undefined])
    assert.equal(topicOf(frame), undefined)
})

test('what an event says is read where it can be', () => {
  assert.deepEqual(payloadOf('{"Type":"device:update","Data":"{\\"Name\\":\\"phone\\"}"}'), { Name: 'phone' })
  for (const frame of ['success', 'null', '{"Type":"log:api"}', '{"Data":"{"}'])
    assert.equal(payloadOf(frame), undefined)
})

test('a lost line is tried again later each time, at most every 30 seconds', () => {
  assert.deepEqual(
    [0, 1, 2, 5, 6, 5000].map((attempt) => waitMs(attempt, 0)),
    [1000, 2000, 4000, 30_000, 30_000, 30_000],
  )
  assert.equal(waitMs(0, 1), 750)
})

/** The end of a line that a test holds in its hand. */
function line() {
  const sent: string[] = []
  let closed = false
  const socket = {
    send: (text: string) => void sent.push(text),
    close: () => {
      closed = true
    },
  } as unknown as WebSocket
  const say = (data: string) => socket.onmessage?.({ data } as MessageEvent)
  return { socket, sent, say, pickUp: () => socket.onopen?.({} as Event), isClosed: () => closed }
}

test('the client sends its credentials, waits for success, then emits topics', () => {
  const far = line()
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
  far.pickUp()
  assert.deepEqual(far.sent, ['admin:secret'])
  far.say('success')
  far.say('{"Type":"dhcp:response","Data":"{}"}')
  far.say('nonsense')
  assert.deepEqual(received.splice(0), [
    'joined',
    'received while live',
    'dhcp:response',
    'received while live',
    'received while live',
  ])
  const stop = live.onEvent((topic, payload) => received.push(topic, JSON.stringify(payload)))
  far.say('{"Type":"device:save","Data":"{}"}')
  stop()
  far.say('{"Type":"device:save","Data":"{}"}')
  assert.deepEqual(
    received.filter((line) => !line.startsWith('received')),
    ['device:save', 'device:save', '{}', 'device:save'],
  )
  assert.equal(live.state(), 'live')
  live.leave()
  assert.ok(far.isClosed())
  assert.equal(live.state(), 'off')
})

test('a refused greeting is not repeated', () => {
  const far = line()
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
  far.pickUp()
  far.say('Authentication failure')
  assert.equal(live.state(), 'off')
  assert.ok(far.isClosed())
  assert.equal(opened, 1)
})

test('a connection without messages is pinged, and replaced when the answer does not come in time', (context) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  context.after(() => mock.timers.reset())
  const lines = [line(), line(), line()]
  const opened: ReturnType<typeof line>[] = []
  let lost = 0
  const live = openLive({
    open: () => {
      const next = lines[opened.length] ?? assert.fail('no more connections')
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
  const [first, second] = lines as [ReturnType<typeof line>, ReturnType<typeof line>]
  first.pickUp()
  first.say('success')
  mock.timers.tick(9_999)
  first.say('{"Type":"device:save","Data":"{}"}')
  mock.timers.tick(10_000)
  assert.deepEqual(first.sent, ['token', 'ping'])
  first.say('pong')
  mock.timers.tick(10_000)
  assert.deepEqual([first.sent.length, live.state()], [3, 'live'])
  mock.timers.tick(5_000)
  assert.deepEqual([live.state(), lost, first.isClosed()], ['lost', 1, true])
  // One that is never opened, or never welcomed, is given up as well.
  mock.timers.tick(1_000)
  assert.equal(opened.length, 2)
  second.pickUp()
  mock.timers.tick(10_000)
  assert.deepEqual([live.state(), lost, second.isClosed()], ['lost', 2, true])
  live.leave()
})
