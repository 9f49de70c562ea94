import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('it says who it is, waits for success, and then tells topics', () => {
  const far = line()
  const heard: string[] = []
  const live = openLive({
    open: () => far.socket,
    greeting: () => 'admin:secret',
    onTopic: (topic) => heard.push(topic),
    onJoined: () => heard.push('joined'),
  })
  live.join()
  assert.equal(live.state(), 'joining')
  far.pickUp()
  assert.deepEqual(far.sent, ['admin:secret'])
  far.say('success')
  far.say('{"Type":"dhcp:response","Data":"{}"}')
  far.say('nonsense')
  assert.deepEqual(heard, ['joined', 'dhcp:response'])
  const stop = live.onEvent((topic, payload) => heard.push(topic, JSON.stringify(payload)))
  far.say('{"Type":"device:save","Data":"{}"}')
  stop()
  far.say('{"Type":"device:save","Data":"{}"}')
  assert.deepEqual(heard.slice(2), ['device:save', 'device:save', '{}', 'device:save'])
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
    onTopic: () => assert.fail('nothing may be heard'),
    onJoined: () => assert.fail('it did not join'),
  })
  live.join()
  far.pickUp()
  far.say('Authentication failure')
  assert.equal(live.state(), 'off')
  assert.ok(far.isClosed())
  assert.equal(opened, 1)
})
