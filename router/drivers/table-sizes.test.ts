import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../machine/fake.fixture.ts'
import { enlargeConnectionTable, tableSize } from './conntrack-size.ts'

const GIB = 2 ** 30
const MAX = 'net.netfilter.nf_conntrack_max'

function sizeAfter(memoryKiB: number, had: string | undefined): string | undefined {
  const machine = fakeMachine()
  machine.files.set('/proc/meminfo', `MemTotal:       ${memoryKiB} kB\nMemFree:  1 kB\n`)
  if (had !== undefined) machine.settings.set(MAX, had)
  enlargeConnectionTable(machine)
  return machine.settings.get(MAX)
}

test('the table of connections grows with the memory, within bounds', () => {
  assert.deepEqual(
    [GIB / 8, GIB, 2 * GIB, 4 * GIB, 64 * GIB].map(tableSize),
    [32_768, 65_536, 131_072, 262_144, 262_144],
  )
})

test('a smaller table is enlarged, a larger one is kept, and a missing one ignored', () => {
  assert.equal(sizeAfter(1024 * 1024, '8192'), '65536')
  assert.equal(sizeAfter(1024 * 1024, '262144'), '262144')
  assert.equal(sizeAfter(1024 * 1024, undefined), undefined)
})

test('in a namespace, where the size cannot be changed, it stays', () => {
  const machine = {
    ...fakeMachine(),
    readSysctl: () => '8192',
    writeSysctl: () => assert.fail('read-only file system'),
  }
  machine.files.set('/proc/meminfo', 'MemTotal: 1048576 kB\n')
  assert.doesNotThrow(() => enlargeConnectionTable(machine))
})

test('nothing is changed if the size of the memory is unknown', () => {
  const machine = fakeMachine()
  machine.settings.set(MAX, '8192')
  enlargeConnectionTable(machine)
  assert.equal(machine.settings.get(MAX), '8192')
})
