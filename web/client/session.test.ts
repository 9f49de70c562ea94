import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basic, greeting, headersOf, isSameUser, openSession } from './session.ts'

const tab = (items: Record<string, string> = {}) => ({
  getItem: (key: string) => items[key] ?? null,
  setItem: (key: string, value: string) => void Object.assign(items, { [key]: value }),
  removeItem: (key: string) => void delete items[key],
})
const ada = { user: 'admin', csrf: 'abc-DEF_1', isKept: true }

test('the Authorization header encodes credentials as UTF-8', () => {
  const sent = basic({ user: 'admin', password: 'pässwört:€' }).replace('Basic ', '')
  assert.equal(Buffer.from(sent, 'base64').toString(), 'admin:pässwört:€')
})

test('each kind of sign-in has its headers: CSRF token, bearer token or basic credentials', () => {
  assert.deepEqual(headersOf(ada), { 'X-CSRF-Token': 'abc-DEF_1' })
  assert.deepEqual(headersOf({ token: 'x' }), { Authorization: 'Bearer x' })
  assert.deepEqual(headersOf({ user: 'a', password: 'b' }), { Authorization: 'Basic YTpi' })
  assert.deepEqual(headersOf(undefined), {})
  assert.equal(greeting(ada), 'abc-DEF_1')
})

test('a reload of the tab, and another tab, find the session', () => {
  const storage = tab()
  openSession(storage).keep(ada)
  assert.deepEqual(openSession(storage).current(), ada)
})

test('signing out removes the session and notifies listeners once', () => {
  const storage = tab()
  const session = openSession(storage)
  let calls = 0
  session.keep(ada)
  session.subscribe(() => calls++)
  session.forget()
  session.forget()
  assert.equal(calls, 1)
  assert.equal(openSession(storage).current(), undefined)
})

test('a call that is rejected while the session is replaced does not mean that it has ended', async () => {
  const session = openSession(tab())
  session.keep(ada)
  await session.replace(async () => assert.equal(session.rejection(ada), 'replaced'))
  assert.deepEqual(session.current(), ada)
  await assert.rejects(session.replace(() => Promise.reject(new Error('wrong password'))))
  assert.equal(session.rejection(session.current()), 'ended')
})

test('calls rejected after a session was ended on purpose do not end it again, until the next sign-in', async () => {
  const session = openSession(tab())
  session.keep(ada)
  await assert.rejects(session.end(() => Promise.reject(new Error('wrong passphrase'))))
  assert.equal(session.rejection(session.current()), 'ended')
  assert.equal(await session.end(async () => 'restored'), 'restored')
  assert.equal(session.rejection(session.current()), 'replaced')
  session.forget()
  session.keep(ada)
  assert.equal(session.rejection(session.current()), 'ended')
})

test('a tab follows another one that signs in or out, and a rejected call then does not end the new session', () => {
  const storage = tab()
  const [here, there] = [openSession(storage), openSession(storage)]
  there.keep(ada)
  here.readAgain()
  assert.deepEqual(here.current(), ada)
  const next = { ...ada, csrf: 'next' }
  const rejected = here.current()
  there.keep(next)
  assert.equal(here.rejection(rejected), 'renewed')
  assert.deepEqual(here.current(), next)
  assert.equal(here.rejection(rejected), 'renewed', 'also of a call that began before')
  assert.equal(here.rejection(here.current()), 'ended')
  there.forget()
  here.readAgain()
  assert.equal(here.current(), undefined)
})

test('a call of one user is not repeated as another one, nor with another role', () => {
  const storage = tab()
  const [here, there] = [openSession(storage), openSession(storage)]
  for (const next of [
    { ...ada, user: 'robin', csrf: 'of robin' },
    { ...ada, role: 'viewer' as const, csrf: 'of a viewer' },
  ]) {
    there.keep(ada)
    here.readAgain()
    const rejected = here.current()
    there.keep(next)
    assert.equal(here.rejection(rejected), 'otherUser')
  }
  assert.ok(isSameUser(ada, { ...ada, role: 'owner' }), 'sessions of older versions are of owners')
})

test('an invalid stored session is ignored', () => {
  for (const text of ['', '{', 'null', '{"user":1,"csrf":"x"}', '{"user":"admin","password":"from an older version"}'])
    assert.equal(openSession(tab({ 'sallyport.session': text })).current(), undefined)
})
