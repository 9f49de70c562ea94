import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openRandom } from '../safety/random.ts'
import { cutWrites } from './power.ts'

const SECTOR = 512
const head = (...words: readonly number[]): Buffer => {
  const sector = Buffer.alloc(SECTOR)
  for (const [index, word] of words.entries()) sector.writeBigUInt64LE(BigInt(word), index * 8)
  return sector
}
const SUPER = Buffer.alloc(SECTOR)
SUPER.writeBigUInt64LE(0x6a736677736872n)
const write = (sector: number, fill: string, sectors = 1, flags = 0): Buffer =>
  Buffer.concat([head(sector, sectors, flags), Buffer.alloc(sectors * SECTOR, fill)])
const FLUSH = head(0, 0, 1)

/** What is on a disk of sectors with dots after a power cut: the first letter of each sector. */
function cut(t: { after(run: () => void): void }, seed: number, sectors: number, ...log: readonly Buffer[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-power-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [disk, written] = [join(folder, 'disk'), join(folder, 'log')]
  writeFileSync(disk, '.'.repeat(sectors * SECTOR))
  writeFileSync(written, Buffer.concat([SUPER, ...log]))
  cutWrites(disk, written, openRandom(seed))
  const text = readFileSync(disk, 'latin1')
  return Array.from({ length: sectors }, (_, index) => text[index * SECTOR]).join('')
}

test('what was flushed survives a power cut', (t) => {
  for (let seed = 0; seed < 20; seed++) {
    const left = cut(t, seed, 4, write(0, 'a'), write(1, 'b'), FLUSH, write(2, 'c'), write(3, 'd'))
    assert.match(left, /^ab[c.][d.]$/)
  }
})

test('sectors that were not flushed are lost or not, each one', (t) => {
  const seen = new Set(Array.from({ length: 64 }, (_, seed) => cut(t, seed, 2, write(0, 'a', 2))))
  assert.deepEqual([...seen].toSorted(), ['..', '.a', 'a.', 'aa'])
})

test('a forced write is on the disk, and an incomplete one at the end is not', (t) => {
  for (let seed = 0; seed < 20; seed++)
    assert.equal(cut(t, seed, 2, write(0, 'f', 1, 2), write(1, 'g', 1, 2).subarray(0, 700)), 'f.')
})
