import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bundled, headingOf, type Message, messageOf } from './message.ts'

const alert = (title: string, more: Partial<Message> = {}) =>
  messageOf({ id: 'one', at: 0, topic: 'wan:uplink:down', type: 'info', body: '', ...more, title })

test('a title is one line, whatever an event contains', () => {
  const hostile = 'Phone\r\nBcc: eve@example.org\r\n\r\n<script>\u202e\u0000\u2028'
  assert.equal(alert(hostile).title, 'Phone Bcc: eve@example.org <script>')
  assert.equal(alert('', { body: 'one\r\ntwo\u0007\u009b' }).body, 'one\ntwo')
  assert.equal(alert('\ud800').title, '\ufffd')
})

test('texts and events have a limited length, and an empty title is the topic', () => {
  assert.equal(Array.from(alert('😀'.repeat(300)).title).length, 200)
  assert.equal(alert('', { body: 'x'.repeat(100_000) }).body.length, 2000)
  assert.equal(alert(' ').title, 'wan:uplink:down')
  assert.deepEqual(alert('', { event: { MAC: '1' } }).event, { MAC: '1' })
  assert.equal(alert('', { event: { text: 'x'.repeat(5000) } }).event, undefined)
})

test('a bundle has the most serious alert and lists the others', () => {
  const many = [alert('Phone joined'), alert('Port scan', { type: 'danger', body: '10 ports' }), alert('Phone joined')]
  const bundle = bundled([...many, { ...alert('TV joined'), more: 9 }])
  assert.equal(headingOf(bundle), 'Port scan and 12 more')
  assert.equal(bundle.body, '10 ports\nAnd 12 more:\n- Phone joined\n- TV joined')
  assert.equal(headingOf(bundled([alert('Phone joined')])), 'Phone joined')
})
