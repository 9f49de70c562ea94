import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAllowed } from './allowed.ts'

const allowed = openAllowed([
  { method: 'GET', url: '/groups' },
  { method: 'PUT', url: '/groups' },
  { method: 'PUT', url: '/link/:name/:state' },
  { method: 'DELETE', url: '/link/:interface/:state' },
  { method: 'GET', url: '/link/vlan/:state' },
])

test('a known path permits the methods of all its routes, whatever their parameters are called', () => {
  assert.equal(allowed('/groups'), 'GET, HEAD, PUT, OPTIONS')
  assert.equal(allowed('/groups/'), 'GET, HEAD, PUT, OPTIONS')
  assert.equal(allowed('/link/lan0/up'), 'PUT, DELETE, OPTIONS')
  assert.equal(allowed('/link/a%2Fb/up'), 'PUT, DELETE, OPTIONS')
})

test('a literal segment takes precedence over a parameter', () => {
  assert.equal(allowed('/link/vlan/up'), 'GET, HEAD, OPTIONS')
})

test('unknown paths permit no methods', () => {
  for (const path of ['', '/', '/Groups', '/groups/x', '/link/lan0', '/link//up', '/%zz'])
    assert.equal(allowed(path), undefined, path)
})
