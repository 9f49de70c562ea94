import assert from 'node:assert/strict'
import { test } from 'node:test'
import { abilityOf, browserName, type PushSupport } from './ability.ts'

const phone: PushSupport = {
  isSecure: true,
  hasWorker: true,
  hasPush: true,
  isIos: false,
  isInstalled: false,
  permission: 'default',
}

test('without HTTPS the page cannot receive push messages, regardless of the browser', () => {
  assert.equal(abilityOf({ ...phone, isSecure: false, hasWorker: false }), 'insecure')
})

test('an iPhone needs the installed app; another browser without push does not support it', () => {
  const without = { ...phone, hasPush: false, permission: undefined }
  assert.equal(abilityOf({ ...without, isIos: true }), 'notInstalled')
  assert.equal(abilityOf({ ...without, isIos: true, isInstalled: true }), 'unsupported')
  assert.equal(abilityOf(without), 'unsupported')
})

test('a permission that was refused is named', () => {
  assert.equal(abilityOf({ ...phone, permission: 'denied' }), 'denied')
  assert.equal(abilityOf(phone), 'ready')
  assert.equal(abilityOf({ ...phone, permission: 'granted' }), 'ready')
})

test('a browser gets a name from its User-Agent', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  for (const [name, agent] of [
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`],
    [
      'Edge on Windows',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    ],
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    [
      'Safari on iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    ],
    ['Browser', 'something else'],
  ] as const)
    assert.equal(browserName(agent), name)
})
