import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayCall } from './scope.ts'

type Row = readonly [scopes: readonly string[], call: string, may: boolean]

// biome-ignore format: a table
const ROWS: readonly Row[] = [
  [[],                                'GET /devices',             true],
  [[],                                'DELETE /tokens',           true],
  [['/devices:r'],                    'GET /devices',             true],
  [['/devices:r'],                    'GET /devices/x',           true],
  [['/devices:r'],                    'PUT /devices',             false],
  [['/devices:r'],                    'HEAD /devices',            false],
  [['/devices:r'],                    'GET /device/x',            false],
  [['/devices:r'],                    'GET /devices2',            false],
  [['/devices:r'],                    'DELETE /tokens',           false],
  [['/device'],                       'GET /devices',             false],
  [['/device'],                       'PUT /device',              true],
  [['/device'],                       'HEAD /device',             true],
  [['/device'],                       'GET /device/x',            true],
  [['/device/'],                      'GET /device',              true],
  [['/device'],                       'GET /device/',             true],
  [['/device'],                       'GET /Device',              false],
  [['/:r'],                           'GET /devices',             true],
  [['/:r'],                           'GET /',                    true],
  [['/:r'],                           'PUT /device',              false],
  [['/'],                             'DELETE /device',           true],
  [['/plugins/x:rw'],                 'PUT /plugins/x/y',         true],
  [['/plugins/x:rw'],                 'PATCH /plugins/x/y',       true],
  [['/plugins/x:rw'],                 'OPTIONS /plugins/x/y',     false],
  [['/plugins/x:rw'],                 'GET /plugins/xy',          false],
  // A union, in any order.
  [['/devices:r', '/devices:rw'],     'PUT /devices',             true],
  [['/devices:r', '/device'],         'PUT /device',              true],
  [['/devices:r', '/device'],         'PUT /devices',             false],
  // Split at the first colon; what follows is one of the suffixes, or nothing at all is allowed.
  [['/devices:w'],                    'PUT /devices',             false],
  [['/devices:'],                     'GET /devices',             false],
  [['/devices:r:x'],                  'GET /devices',             false],
  [['/devices:constructor'],          'GET /devices',             false],
  [['/devices:R'],                    'GET /devices',             false],
  // Paths are made normal first.
  [['/devices:r'],                    'GET //devices',            true],
  [['/devices:r'],                    'GET /%64evices',           true],
  [['/devices:r'],                    'GET /devices/../tokens',   false],
  [['/devices:r'],                    'GET /devices/%2e%2e/tokens', false],
  [['/devices:r'],                    'GET /devices/./x',         true],
  [['/devices:r'],                    'GET /devices/%ff',         true],
  // What a route might take for something else than the path comes to.
  [['/config'],                       'GET /hostapd/../config',   false],
  [['/a'],                            'GET /b/x%2F..%2F..%2Fa',   false],
  [['/devices/x'],                    'GET /devices%2Fx',         false],
]

for (const [scopes, call, may] of ROWS)
  test(`${JSON.stringify(scopes)} ${may ? 'may' : 'may not'} ${call}`, () => {
    const [method = '', path = ''] = call.split(' ')
    assert.equal(mayCall(scopes, method, path), may)
  })
