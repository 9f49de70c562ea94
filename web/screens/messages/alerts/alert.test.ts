import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import { householdOf } from '../events/household.ts'
import { shownAlertOf } from './alert.ts'

const MAC = '02:00:00:00:00:01'
const household = householdOf({ [MAC]: { ...emptyDevice(), Name: 'Laptop', MAC, RecentIP: '192.168.2.6' } })
const shown = (payload: Record<string, unknown>, bucket = 'alert:wifi:auth:fail:') =>
  shownAlertOf(bucket, payload, household)
const Event = { MAC, Cause: 'wrong passphrase' }

test('templates are filled with the event and the names of devices, as text', () => {
  const { title, body } = shown({ Title: '{{MAC#Device}} <b>', Body: 'Because: {{Cause}}', Event })
  assert.deepEqual([title, body], ['Laptop ‹b›', 'Because: wrong passphrase'])
})

test('without texts, the event is a sentence; without an event, its topic is shown', () => {
  assert.deepEqual(
    [shown({ Event }), shown({ Title: 'Wifi', Event }), shown({})].map(({ title, body }) => [title, body]),
    [
      ['Laptop could not join the wifi: wrong passphrase', ''],
      ['Wifi', 'Laptop could not join the wifi: wrong passphrase'],
      ['Event wifi:auth:fail', ''],
    ],
  )
})

test('states of other clients count as unread or resolved', () => {
  assert.deepEqual(
    ['', 'New', undefined, 'Read', 'Resolved'].map((State) => shown({ State }).state),
    ['unread', 'unread', 'unread', 'read', 'resolved'],
  )
})

test('the topic of the event is taken from the alert, or else from the name of its list', () => {
  assert.equal(shown({ Topic: 'wan:uplink:down' }).topic, 'wan:uplink:down')
  assert.equal(shown({}, 'alert:nft:drop:mac:own').topic, 'nft:drop:mac')
  for (const payload of [undefined, null, 'text', []])
    assert.equal(shownAlertOf('alert:a:b:', payload, household).topic, 'a:b')
})
