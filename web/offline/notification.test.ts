import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pushPayload } from '../../router/features/messages/notify/carriers/push.ts'
import { messageOf } from '../../router/model/messages/notify/message.ts'
import { notificationOf, windowFor } from './notification.ts'

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

test('an unknown push message is shown as well, and opens only pages of the app', () => {
  for (const text of [undefined, '', 'text', 'null', '[]', '{"title":7}'])
    assert.equal(notificationOf(text).title, 'Sallyport')
  for (const url of ['https://evil.example/', '//evil.example', '/administrators', 'javascript:alert(1)'])
    assert.equal(notificationOf(JSON.stringify({ url })).options.data.url, '/admin/alerts', url)
  assert.equal(notificationOf('{"url":"/admin/devices"}').options.data.url, '/admin/devices')
})

test('a click uses a window of the app, best one that has the page open, and no other page of the router', () => {
  const opened = (...paths: string[]) =>
    windowFor(
      paths.map((path) => ({ url: `https://192.168.2.1${path}` })),
      '/admin/alerts',
    )?.url.slice('https://192.168.2.1'.length)
  assert.equal(opened('/pages/docs', '/admin/devices?search=tv', '/admin/alerts?unread'), '/admin/alerts?unread')
  assert.equal(opened('/pages/docs', '/admin'), '/admin')
  assert.equal(opened('/pages/docs', '/administrators', '/auth/login'), undefined)
  assert.equal(opened(), undefined)
})
