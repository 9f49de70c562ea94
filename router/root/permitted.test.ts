import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permitted } from './permitted.ts'

const HOST = { data: '/var/lib/sallyport', superd: ['node', 'superd.js'] }
const DATA = ['--data', '/var/lib/sallyport']

test('root sets the clock, reboots, turns off, and runs superd with the data of the router', () => {
  for (const argv of [
    ['date', '--utc', '--set=@1700000000.123'],
    ['systemctl', 'reboot'],
    ['systemctl', 'poweroff'],
  ])
    assert.deepEqual(permitted(argv, HOST), { runs: 'once', argv })
  assert.deepEqual(permitted(['superd', ...DATA, '--router-version', '0.1.0'], HOST), {
    runs: 'service',
    argv: ['node', 'superd.js', ...DATA, '--router-version', '0.1.0'],
  })
})

for (const argv of [
  [],
  [''],
  ['sh', '-c', 'id'],
  ['date', '--utc', '--set=@1700000000.123', '--file=/etc/shadow'],
  ['date', '--utc', '--set=@1700000000.123\n'],
  ['date', '--file', '/etc/shadow'],
  ['systemctl', 'start', 'ssh'],
  ['systemctl', 'reboot', '--force'],
  ['/tmp/systemctl', 'reboot'],
  ['superd'],
  ['superd', '--data', '/home/mallory'],
  ['superd', ...DATA, '--data', '/home/mallory'],
  ['superd', ...DATA, '--engine', 'relative'],
  ['superd', ...DATA, '--engine', '/var/lib/sallyport/socket'],
  ['superd', ...DATA, '--authorities', '/etc/shadow'],
  ['superd', ...DATA, '--eval', 'x'],
  ['superd', ...DATA, 'constructor', 'x'],
  ['superd', ...DATA, '--router-version'],
  ['superd', ...DATA, '--router-version', '1 2'],
])
  test(`root refuses ${JSON.stringify(argv)}`, () => assert.equal(permitted(argv, HOST), undefined))
