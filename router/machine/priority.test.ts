import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const LOWER = `const { lowerPriority } = await import(${JSON.stringify(join(import.meta.dirname, 'priority.ts'))});
lowerPriority(); console.log((await import('node:os')).getPriority())`

/** The priority after lowering that of a process which was started with this one, and may not raise it. */
function lowered(nice: number): string {
  const withoutRight = ['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice', '--']
  // nice(1) adds to the priority of this process, which may have another one.
  const argv = [
    '-n',
    String(nice - getPriority()),
    ...withoutRight,
    process.execPath,
    '--input-type=module',
    '-e',
    LOWER,
  ]
  const { stdout, stderr } = spawnSync('nice', argv, { encoding: 'utf8' })
  return stdout.trim() || stderr
}

test('a router that was started with a low priority keeps it', {
  skip: process.getuid?.() !== 0 && 'only root can give up the right to raise it',
}, () => {
  assert.deepEqual([lowered(0), lowered(5), lowered(12)], ['5', '5', '12'])
})
