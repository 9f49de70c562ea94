import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_CONTROL_URL, InvalidInput, logInOf, routesOf } from './input.ts'

const isInvalid = (pattern: RegExp) => (error: unknown) => error instanceof InvalidInput && pattern.test(error.message)

test('a log-in without fields uses the default control server and a URL', () => {
  assert.deepEqual(logInOf({}), { ControlURL: DEFAULT_CONTROL_URL, Hostname: 'household', AuthKey: '' })
})

test('a control server of its own, a name and a key are accepted', () => {
  const given = { ControlURL: 'https://headscale.example.com/', Hostname: 'home-1', AuthKey: ' tskey-auth-x ' }
  assert.deepEqual(logInOf(given), {
    ControlURL: 'https://headscale.example.com',
    Hostname: 'home-1',
    AuthKey: 'tskey-auth-x',
  })
})

test('other addresses, names and keys are refused', () => {
  for (const ControlURL of ['ftp://a', 'a', 'https://user@a', 'https://a/?b', 'x'.repeat(300)])
    assert.throws(() => logInOf({ ControlURL }), isInvalid(/^ControlURL/), ControlURL)
  for (const Hostname of ['a b', '-a', 'a-', 'ä', 'a.b', 'a'.repeat(64)])
    assert.throws(() => logInOf({ Hostname }), isInvalid(/^Hostname/), Hostname)
  for (const AuthKey of ['a b', 'a\nb', 'a'.repeat(300), 7])
    assert.throws(() => logInOf({ AuthKey }), isInvalid(/^AuthKey/), String(AuthKey))
  for (const body of [undefined, null, 'x', []]) assert.throws(() => logInOf(body), isInvalid(/object/))
})

test('an address is a range of one, and each range is listed once', () => {
  const Routes = ['192.168.2.6', ' 192.168.2.6/32', '192.168.2.0/24', '10.0.0.0/8', '172.16.0.0/12', '172.30.0.0/16']
  assert.deepEqual(routesOf({ Routes }), [
    '192.168.2.6/32',
    '192.168.2.0/24',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '172.30.0.0/16',
  ])
  assert.deepEqual(routesOf({ Routes: [] }), [])
})

test('public ranges, ranges that contain one, and IPv6 are refused', () => {
  const wrong = ['0.0.0.0/0', '8.8.8.8', '192.0.0.0/8', '172.0.0.0/11', '172.16.0.0/11', '192.168.0.0/15', '10.0.0.0/7']
  for (const route of [...wrong, '::/0', 'fd00::1', '10.0.0.0/33', '10.0.0', '010.1.1.1', 'x', '', 7, null])
    assert.throws(() => routesOf({ Routes: [route] }), isInvalid(/^Routes: .* is not a private/), String(route))
  assert.throws(() => routesOf({ Routes: ['192.168.2.1/24'] }), isInvalid(/does not begin at 192\.168\.2\.1/))
  assert.throws(() => routesOf({ Routes: Array(65).fill('10.0.0.1') }), isInvalid(/at most 64/))
  assert.throws(() => routesOf({ Routes: '10.0.0.1' }), isInvalid(/list/))
})
