import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backOf, signInFor } from './address.ts'

test('a user without a session is redirected to the sign-in page, and back afterwards', () => {
  assert.deepEqual(signInFor('/admin/devices', '?q=tv&by=name'), {
    at: '/auth/login?back=%2Fadmin%2Fdevices%3Fq%3Dtv%26by%3Dname',
    back: '/admin/devices?q=tv&by=name',
  })
  assert.deepEqual(signInFor('/', ''), { at: '/auth/login', back: '/admin' })
  assert.deepEqual(signInFor('/auth/validate', ''), { at: '/auth/login', back: '/admin' })
  assert.deepEqual(signInFor('/auth/login', '?back=%2Fadmin%2Fdns'), {
    at: '/auth/login?back=%2Fadmin%2Fdns',
    back: '/admin/dns',
  })
})

test('the setup, the page of guests and unknown addresses need no session', () => {
  for (const path of ['/auth/setup', '/auth/guest', '/administrator', '/elsewhere'])
    assert.equal(signInFor(path, ''), undefined)
})

test('after sign-in, addresses outside of the app are ignored', () => {
  for (const back of ['https://example.org/admin', '//example.org', '/administrator', '', undefined, 7])
    assert.deepEqual(backOf({ back }), {})
  assert.equal(signInFor('/auth/login', '?back=//example.org')?.back, '/admin')
})
