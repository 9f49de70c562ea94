import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { encodeTable, place } from './gpt.ts'
import { layoutOf, SECTOR } from './layout.ts'

const DISK = '01234567-89ab-cdef-0123-456789abcdef'
const placed = place(layoutOf('amd64'))
const table = encodeTable(placed, { disk: DISK, partitions: placed.map((_, index) => `${index}${DISK.slice(1)}`) })

/** A header with its checksum, which does not count itself. */
function checkHeader(sector: Buffer): void {
  assert.equal(sector.toString('latin1', 0, 8), 'EFI PART')
  const header = Buffer.from(sector.subarray(0, 92))
  const sum = header.readUInt32LE(16)
  header.writeUInt32LE(0, 16)
  assert.equal(crc32(header), sum)
}

test('partitions follow each other at multiples of 1 MiB, the data last', () => {
  for (const [index, { first, last, size }] of placed.entries()) {
    assert.equal((first * SECTOR) % 2 ** 20, 0)
    assert.equal(last - first + 1, size / SECTOR)
    assert.equal(first, index === 0 ? 2048 : placed[index - 1]!.last + 1)
  }
  assert.equal(placed.at(-1)!.name, 'sallyport-data')
})

test('both partition tables have valid checksums, and refer to each other', () => {
  const { head, tail, diskSize } = table
  const [first, second] = [head.subarray(SECTOR, 2 * SECTOR), tail.subarray(-SECTOR)]
  checkHeader(first)
  checkHeader(second)
  assert.equal(head.length, 34 * SECTOR)
  assert.equal(tail.length, 33 * SECTOR)
  assert.deepEqual([first.readBigUInt64LE(24), first.readBigUInt64LE(32)], [1n, BigInt(diskSize - 1)])
  assert.deepEqual([second.readBigUInt64LE(24), second.readBigUInt64LE(32)], [BigInt(diskSize - 1), 1n])
  assert.equal(second.readBigUInt64LE(72), BigInt(diskSize - 33))
  for (const [header, entries] of [
    [first, head.subarray(2 * SECTOR)],
    [second, tail.subarray(0, -SECTOR)],
  ] as const)
    assert.equal(header.readUInt32LE(88), crc32(entries))
})

test('a partition has its type, place and name in the table', () => {
  const esp = table.head.subarray(2 * SECTOR + 128, 2 * SECTOR + 256)
  assert.equal(esp.toString('hex', 0, 16), '28732ac11ff8d211ba4b00a0c93ec93b')
  assert.equal(esp.readBigUInt64LE(32), BigInt(placed[1]!.first))
  assert.equal(esp.toString('utf16le', 56).replaceAll('\0', ''), 'sallyport-esp')
})

test('the master boot record protects the whole disk from other programs', () => {
  const { head, diskSize } = table
  assert.equal(head.readUInt16LE(510), 0xaa55)
  assert.equal(head[450], 0xee)
  assert.deepEqual([head.readUInt32LE(454), head.readUInt32LE(458)], [1, diskSize - 1])
})

test('the firmware of a board finds its partition in the first record', () => {
  const esp = placed[1]!
  const { head, diskSize } = encodeTable(placed, { disk: DISK, partitions: placed.map(() => DISK) }, esp)
  assert.deepEqual([head[450], head[466], head[482]], [0x0c, 0, 0xee])
  assert.deepEqual([head.readUInt32LE(454), head.readUInt32LE(458)], [esp.first, esp.last - esp.first + 1])
  assert.deepEqual([head.readUInt32LE(486), head.readUInt32LE(490)], [1, diskSize - 1])
})
