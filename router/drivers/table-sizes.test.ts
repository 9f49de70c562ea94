import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../machine/fake.fixture.ts'
import { CONNECTION_TABLE, enlargeTables, NEIGHBOURS, tableSize } from './table-sizes.ts'

const GIB = 2 ** 30
const GIB_KIB = GIB / 1024
const TABLES = [
  { table: CONNECTION_TABLE, small: '8192', withGib: '65536', large: '262144' },
  { table: NEIGHBOURS, small: '1024', withGib: '16384', large: '65536' },
]

function settingsAfter(memoryKiB: number | undefined, had: Readonly<Record<string, string>>): Map<string, string> {
  const machine = fakeMachine()
  if (memoryKiB !== undefined) machine.files.set('/proc/meminfo', `MemTotal:       ${memoryKiB} kB\nMemFree:  1 kB\n`)
  for (const [name, value] of Object.entries(had)) machine.settings.set(name, value)
  enlargeTables(machine)
  return machine.settings
}

test('the tables grow with the memory, within bounds', () => {
  const sizes = (table: typeof CONNECTION_TABLE) =>
    [GIB / 8, GIB, 2 * GIB, 4 * GIB, 64 * GIB].map((memory) => tableSize(table, memory))
  assert.deepEqual(sizes(CONNECTION_TABLE), [32_768, 65_536, 131_072, 262_144, 262_144])
  assert.deepEqual(sizes(NEIGHBOURS), [8192, 16_384, 32_768, 65_536, 65_536])
})

for (const { table, small, withGib, large } of TABLES)
  test(`a smaller table is enlarged, a larger one is kept, and a missing one ignored: ${table.most}`, () => {
    assert.equal(settingsAfter(GIB_KIB, { [table.most]: small }).get(table.most), withGib)
    assert.equal(settingsAfter(GIB_KIB, { [table.most]: large }).get(table.most), large)
    assert.equal(settingsAfter(GIB_KIB, {}).get(table.most), undefined)
    assert.equal(settingsAfter(undefined, { [table.most]: small }).get(table.most), small, 'memory is unknown')
  })

test('entries of neighbours are collected only when the table is an eighth full', () => {
  const after = settingsAfter(GIB_KIB, { [NEIGHBOURS.most]: '1024' })
  assert.deepEqual(
    [1, 2, 3].map((which) => after.get(`net.ipv4.neigh.default.gc_thresh${which}`)),
    ['2048', '8192', '16384'],
  )
})

test('in a namespace, where the sizes cannot be changed, they stay', () => {
  const machine = {
    ...fakeMachine(),
    readSysctl: () => '1',
    writeSysctl: () => assert.fail('read-only file system'),
  }
  machine.files.set('/proc/meminfo', 'MemTotal: 1048576 kB\n')
  assert.doesNotThrow(() => enlargeTables(machine))
})
