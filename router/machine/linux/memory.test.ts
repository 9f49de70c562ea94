import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { keepMemorySmall, unchangedProgram } from './memory.ts'

const mapping = (addresses: string, rights: string, file: string, anonymousKiB: number): string =>
  `${addresses} ${rights} 00001000 08:01 1234                     ${file}
Size:                  4 kB
Rss:                   4 kB
Anonymous:             ${anonymousKiB} kB
VmFlags: rd mr mw me
`

test('only unchanged, read-only pages of the program are unmapped', () => {
  const smaps = [
    mapping('00400000-00500000', 'r--p', process.execPath, 0),
    mapping('00500000-00900000', 'r-xp', process.execPath, 0),
    mapping('00900000-00a00000', 'r--p', process.execPath, 8),
    mapping('00a00000-00b00000', 'rw-p', process.execPath, 0),
    mapping('7f0000000000-7f0000001000', 'r-xp', '/usr/lib/libc.so.6', 0),
    mapping('7f0000002000-7f0000003000', 'r--p', '', 0),
  ].join('')
  assert.deepEqual(unchangedProgram(smaps), [
    [0x400000n, 0x100000n],
    [0x500000n, 0x400000n],
  ])
})

test('the program continues after its pages were unmapped, with fewer resident pages', () => {
  const programKiB = (): number =>
    readFileSync('/proc/self/smaps', 'latin1')
      .split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
      .filter((one) => one.split('\n', 1)[0]?.endsWith(process.execPath))
      .reduce((sum, one) => sum + Number(/^Rss: +(\d+) kB$/m.exec(one)?.[1]), 0)
  const before = programKiB()
  keepMemorySmall()
  assert.ok(programKiB() < before)
})
