import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNetworkName, wifiCode } from './wifiCode.ts'

test('a wifi code carries the network and the passphrase', () => {
  assert.equal(wifiCode('home', 'ABC=#%+-*9'), 'WIFI:T:WPA;S:home;P:ABC=#%+-*9;;')
})

test('what has a meaning in the code is escaped', () => {
  assert.equal(wifiCode('a;b,c', 'd:e"f\\g'), 'WIFI:T:WPA;S:a\\;b\\,c;P:d\\:e\\"f\\\\g;;')
})

test('a network name is counted in bytes', () => {
  assert.ok(isNetworkName('x'.repeat(32)))
  assert.ok(!isNetworkName('ü'.repeat(17)))
  assert.ok(!isNetworkName(''))
})
