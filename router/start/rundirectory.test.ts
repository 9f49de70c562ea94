import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../machine/fake.fixture.ts'
import { openRunDirectory } from './rundirectory.ts'

const BOOT_ID = '/proc/sys/kernel/random/boot_id'

test('a restart keeps the run directory, and the first start after a reboot removes it', () => {
  const machine = fakeMachine()
  const failed: string[] = []
  const open = () => openRunDirectory({ machine, data: '/data', onFailure: (what) => failed.push(what) })
  machine.writeFile(BOOT_ID, 'first\n', 0o444)
  machine.writeFile('/data/state.db', 'facts', 0o600)
  const first = open()
  assert.equal(first, '/data/run/first')
  machine.writeFile(`${first}/uplink-wan0.lease`, 'lease', 0o600)

  assert.equal(open(), first)
  assert.equal(machine.readFile(`${first}/uplink-wan0.lease`), 'lease')

  machine.writeFile(BOOT_ID, 'second\n', 0o444)
  assert.equal(open(), '/data/run/second')
  assert.deepEqual(machine.listDirectories('/data/run'), [])
  assert.equal(machine.readFile('/data/state.db'), 'facts')
  assert.deepEqual(failed, [])
})

test('the router starts even if an earlier run directory cannot be removed', () => {
  const failed: string[] = []
  const machine = {
    readFile: () => 'second\n',
    listDirectories: () => ['first'],
    removeDirectory: () => {
      throw new Error('EROFS')
    },
  }
  assert.equal(openRunDirectory({ machine, data: '/data', onFailure: (what) => failed.push(what) }), '/data/run/second')
  assert.deepEqual(failed, ['directories of earlier boots could not be removed'])
})
