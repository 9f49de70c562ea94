import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runTool } from '../tool.ts'
import { BOARDS, isBoard, unpackFiles } from './boards.ts'

test('the firmware of a Raspberry Pi 4 starts a file that its boot partition has', () => {
  const { packaged, texts } = BOARDS.pi4
  const kernel = /^kernel=(.*)$/m.exec(texts['config.txt'])?.[1]
  assert.ok(Object.keys(packaged).includes(kernel ?? ''))
  // The license of the firmware has to accompany it.
  assert.ok(Object.values(packaged).some((path) => path.endsWith('raspi-firmware/copyright')))
  assert.ok(isBoard('pi4'))
  assert.ok(!isBoard('toString'))
})

test('files are unpacked by patterns, and a missing one is an error', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-board-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [from, to, tar] = ['from', 'to', 'all.tar'].map((name) => join(folder, name)) as [string, string, string]
  mkdirSync(join(from, 'usr/linux-6'), { recursive: true })
  writeFileSync(join(from, 'usr/linux-6/board.dtb'), 'TREE')
  runTool(['tar', '--create', `--directory=${from}`, `--file=${tar}`, '.'])
  unpackFiles(tar, ['usr/linux-*/board.dtb'], to)
  assert.equal(runTool(['cat', join(to, 'usr/linux-6/board.dtb')]), 'TREE')
  assert.throws(() => unpackFiles(tar, ['usr/linux-*/other.dtb'], to), /other\.dtb/)
})
