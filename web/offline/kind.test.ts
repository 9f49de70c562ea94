import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOfRequest } from './kind.ts'

const HOME = 'https://192.168.2.1'
const kind = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  kindOfRequest({ url: new URL(path, HOME).href, mode, method }, HOME)

test('requests for pages are navigations by GET to paths of the app', () => {
  for (const path of ['/', '/index.html', '/admin', '/admin/devices?search=tv', '/auth/login', '/auth/setup'])
    assert.equal(kind(path, 'navigate'), 'page', path)
  assert.equal(kind('/admin'), 'other')
  assert.equal(kind('/admin', 'navigate', 'POST'), 'other')
})

test('files of the build are those with a hash in their names', () => {
  assert.equal(kind('/assets/index-1a2b.js'), 'file')
  for (const path of ['/worker.js', '/manifest.webmanifest', '/gate.svg']) assert.equal(kind(path), 'other', path)
})

test('calls of the router are not handled, not even as navigations, and neither are other hosts', () => {
  for (const path of [
    '/admin/custom_plugin/sample/',
    '/devices',
    '/status',
    '/cert',
    '/administrators',
    '/authority',
    '/backup/a.backup',
  ])
    for (const mode of ['cors', 'navigate'] as const) assert.equal(kind(path, mode), 'other', path)
  assert.equal(kind('http://192.168.2.1/assets/index-1a2b.js'), 'other')
})
