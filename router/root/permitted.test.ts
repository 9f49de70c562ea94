import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permitted } from './permitted.ts'

const HOST = {
  data: '/var/lib/sallyport',
  superd: ['node', 'superd.js'],
  command: '/opt/sallyport/current/bin/sallyport',
}
const DATA = ['--data', '/var/lib/sallyport']

test('root sets the clock, reboots, turns off, names the machine, and runs superd with the data of the router', () => {
  for (const argv of [
    ['date', '--utc', '--set=@1700000000.123'],
    ['systemctl', 'reboot'],
    ['systemctl', 'poweroff'],
    ['hostname', 'fort.example'],
  ])
    assert.deepEqual(permitted(argv, HOST), { runs: 'once', argv })
  assert.deepEqual(permitted(['superd', ...DATA, '--router-version', '0.1.0'], HOST), {
    runs: 'service',
    argv: ['node', 'superd.js', ...DATA, '--router-version', '0.1.0'],
  })
})

test('an update runs in a separate unit', () => {
  const source = ['--source', 'https://releases.test/sallyport']
  const unit = ['systemd-run', '--quiet', '--collect', '--unit=sallyport-update', HOST.command, 'update']
  assert.deepEqual(permitted(['update', '--version', '0.2.0', '--channel', '-dev', ...source], HOST), {
    runs: 'once',
    argv: [...unit, '--channel=-dev', '--source=https://releases.test/sallyport', '0.2.0'],
  })
  assert.deepEqual(permitted(['update', '--version', '0.1.0', '--downgrade', 'yes'], HOST), {
    runs: 'once',
    argv: [...unit, '--downgrade', '0.1.0'],
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
  ['hostname', '--file=/etc/shadow'],
  ['hostname', 'a', 'b'],
  ['hostname', 'a\n'],
  ['update', '--version', '../x'],
  ['update', '--version', '--unchecked'],
  ['update', '--source', '/home/mallory'],
  ['update', '--source', 'http://releases.test'],
  ['update', '--source', 'https://releases.test --unchecked\n'],
  ['update', '--source', 'https://releases.test/$HOME'],
  ['update', '--channel', 'x'],
  ['update', '--unchecked', 'yes'],
  ['update', '--downgrade'],
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
