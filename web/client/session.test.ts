import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basic, bearer, greeting, openSession } from './session.ts'

const tab = (items: Record<string, string> = {}) => ({
  getItem: (key: string) => items[key] ?? null,
  setItem: (key: string, value: string) => void Object.assign(items, { [key]: value }),
  removeItem: (key: string) => void delete items[key],
})
const ada = { user: 'admin', token: 'abc-DEF_1' }

test('credentials are sent as UTF-8, whatever they are written in', () => {
  const sent = basic({ user: 'admin', password: 'pässwört:€' }).replace('Basic ', '')
  assert.equal(Buffer.from(sent, 'base64').toString(), 'admin:pässwört:€')
})

test('who is signed in sends what the router gave', () => {
  assert.equal(bearer(ada), 'Bearer abc-DEF_1')
  assert.equal(greeting(ada), 'abc-DEF_1')
})

test('a reload of the tab finds the session again', () => {
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

test('a call that is rejected while the session is replaced does not end it', async () => {
  const session = openSession(tab())
  session.keep(ada)
  await session.replace(async () => session.reject())
  assert.deepEqual(session.current(), ada)
  await assert.rejects(session.replace(() => Promise.reject(new Error('wrong password'))))
  session.reject()
  assert.equal(session.current(), undefined)
})

test('a damaged note in the tab is no session', () => {
  for (const text of ['', '{', 'null', '{"user":1,"token":"x"}', '{"user":"admin","password":"from an older version"}'])
    assert.equal(openSession(tab({ 'sallyport.session': text })).current(), undefined)
})
