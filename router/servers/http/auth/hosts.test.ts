import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostInHeader, isSameHost } from './hosts.ts'

test('a Host header gives a bare name, or nothing', () => {
  assert.equal(hostInHeader('SPR.Local.:8000'), 'spr.local')
  assert.equal(hostInHeader('192.168.2.1'), '192.168.2.1')
  assert.equal(hostInHeader('[FE80::1]:80'), 'fe80::1')
  for (const header of [undefined, '', '.', ':80', 'a b', 'a/b', 'a@b', '[::1', 'a:80:80', 'a:b', 'a,b', 'ä.example']) {
    assert.equal(hostInHeader(header), undefined, String(header))
  }
})

test('an origin belongs to a host when name and port are the same', () => {
  assert.ok(isSameHost('http://spr.local', 'SPR.local'))
  assert.ok(isSameHost('http://spr.local', 'spr.local:80'))
  assert.ok(isSameHost('https://spr.local', 'spr.local:443'))
  assert.ok(isSameHost('http://127.0.0.1:8000', '127.0.0.1:8000'))
  assert.ok(isSameHost('http://[::1]:8000', '[::1]:8000'))
  for (const origin of ['null', '', 'http://spr.local:81', 'http://spr.local.evil.example', 'file://spr.local', 'x']) {
    assert.ok(!isSameHost(origin, 'spr.local'), origin)
  }
  assert.ok(!isSameHost('http://spr.local', undefined))
})
