import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultName, guestPageUrl, passphraseFault, pauseMs, requestOfGuestNetwork, tokenIn } from './guestNetwork.ts'

const now = {
  Enabled: true,
  Ssid: 'Guests',
  Wpa3: false,
  Daily: true,
  Passphrase: 'come on in',
  ValidUntil: 5,
  Interfaces: ['wlan0'],
}

test('a change sends the whole network, including unchanged fields', () => {
  assert.deepEqual(requestOfGuestNetwork(now, { Ssid: 'Visitors' }), {
    Ssid: 'Visitors',
    Wpa3: false,
    Daily: true,
    Passphrase: 'come on in',
  })
  assert.equal(requestOfGuestNetwork(now, { Passphrase: '' }).Passphrase, '')
})

test('a new network has the name of the home, unless that is too long', () => {
  assert.equal(defaultName('Villa Rosa'), 'Villa Rosa Guests')
  assert.equal(defaultName('ä'.repeat(13)), 'Guests')
  assert.equal(defaultName(''), 'Guests')
})

test('a passphrase has 8 characters to 63 bytes', () => {
  assert.equal(passphraseFault('12345678'), undefined)
  assert.ok(passphraseFault('1234567'))
  assert.ok(passphraseFault('ä'.repeat(32)))
})

test('the token is in the part of the address that browsers keep', () => {
  const url = new URL(guestPageUrl('http://192.168.2.1', 'a+b/c=%'))
  assert.equal(url.pathname + url.search, '/auth/guest')
  assert.equal(tokenIn(url.hash), 'a+b/c=%')
  assert.equal(tokenIn(''), undefined)
  assert.equal(tokenIn('#'), undefined)
  assert.equal(tokenIn('#%'), '%')
})

test('the page is loaded again when the passphrase has changed, and twice a minute', () => {
  assert.equal(pauseMs(100, 90_000), 12_000)
  assert.equal(pauseMs(100, 20_000), 30_000)
  assert.equal(pauseMs(100, 200_000), 30_000)
  assert.equal(pauseMs(0, 200_000), 30_000)
})
