import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pushPayload } from '../../router/features/notify/carriers/push.ts'
import { messageOf } from '../../router/features/notify/message.ts'
import { notificationOf } from './notification.ts'

test('a message of the router is shown with its title and text, and opens the alerts', () => {
  const message = messageOf({
    id: 'an-id',
    at: 0,
    topic: 'wan:uplink:down',
    type: 'danger',
    title: 'Uplink lost',
    body: 'wan0',
  })
  const { title, options } = notificationOf(pushPayload(message))
  assert.deepEqual([title, options.body, options.tag], ['Uplink lost', 'wan0', 'an-id'])
  assert.deepEqual([options.requireInteraction, options.data.url], [true, '/admin/alerts'])
})

test('what is no message of the router is shown as well, and opens only pages of the app', () => {
  for (const text of [undefined, '', 'text', 'null', '[]', '{"title":7}'])
    assert.equal(notificationOf(text).title, 'Sallyport')
  for (const url of ['https://evil.example/', '//evil.example', '/administrators', 'javascript:alert(1)'])
    assert.equal(notificationOf(JSON.stringify({ url })).options.data.url, '/admin/alerts', url)
  assert.equal(notificationOf('{"url":"/admin/devices"}').options.data.url, '/admin/devices')
})
