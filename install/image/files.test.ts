import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { encodeChoice } from './choice.ts'
import { imageFiles, repairData } from './files.ts'
import { DATA_BLOCK } from './layout.ts'

/** Runs the script that ends a trial, with systemctl(1) replaced. Returns its output. */
function runReturn(t: { after(run: () => void): void }, cmdline: string, choice: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-return-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [kernel, chosen] = [join(folder, 'cmdline'), join(folder, 'choice')]
  writeFileSync(kernel, `${cmdline}\n`)
  writeFileSync(chosen, choice)
  const { content } = imageFiles('amd64')['/usr/lib/sallyport/return']!
  const script = content
    .replace('/proc/cmdline', kernel)
    .replace('/boot/efi/sallyport/choice', chosen)
    .replace('exec systemctl', 'exec echo')
  return spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.trim()
}

test('a slot on trial that does not work is left by a restart', (t) => {
  assert.equal(runReturn(t, 'root=PARTLABEL=sallyport-b rauc.slot=B panic=30', encodeChoice({ good: 'A' })), 'reboot')
  assert.equal(runReturn(t, 'rauc.slot=A', encodeChoice({ good: 'B' })), 'reboot')
})

test('the good slot is not restarted, and neither is one without a readable choice', (t) => {
  assert.match(runReturn(t, 'rauc.slot=A panic=30', encodeChoice({ good: 'A' })), /continues/)
  assert.match(runReturn(t, 'rauc.slot=B', ''), /continues/)
})

test('a file system whose superblock was written by half when the power was cut is repaired', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-repair-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'data')
  const file = openSync(path, 'w')
  t.after(() => closeSync(file))
  ftruncateSync(file, 256 << 20)
  assert.equal(spawnSync('mkfs.ext4', ['-q', '-b', String(DATA_BLOCK), path]).status, 0)
  const repair = () => spawnSync('sh', ['-c', `${repairData('"$0"')}; exit $status`, path]).status
  assert.equal(repair(), 0)
  // The superblock begins at byte 1024.
  writeSync(file, Buffer.alloc(512, 'x'), 0, 512, 1024 + 512)
  assert.equal(repair(), 0)
  assert.equal(spawnSync('e2fsck', ['-n', '-f', path]).status, 0)
})
