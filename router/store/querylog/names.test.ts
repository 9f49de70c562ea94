import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { markNames, NameTable, namePart } from './names.ts'
import { blocksIn, clientTerm, outcomeTerm, Signatures } from './signatures.ts'

const label = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-', '1'), minLength: 1, maxLength: 6 })
const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
const part = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-', '1', '.', 'A', '\n', 'é'), maxLength: 8 })

test('names have numbers in the order in which they were added', () =>
  fc.assert(
    fc.property(fc.array(name, { maxLength: 300 }), (names) => {
      const table = new NameTable()
      const distinct = [...new Set(names)]
      for (const name of names) assert.equal(table.add(name), distinct.indexOf(name))
      assert.equal(table.count, distinct.length)
      assert.equal(Buffer.from(table.text).toString(), distinct.map((name) => `${name}\n`).join(''))
    }),
  ))

// If all were in one chain, this would take minutes.
test('names cannot be chosen so that they have the same hash', () => {
  const table = new NameTable()
  // In hashes that multiply by 31, these pairs of letters are equal.
  const pairs = ['a~', 'b_']
  for (let number = 0; number < 2 ** 18; number++) {
    const bits = number.toString(2).padStart(18, '0')
    assert.equal(table.add([...bits].map((bit) => pairs[Number(bit)]).join('')), number)
  }
})

test('the names that contain a part are marked', () =>
  fc.assert(
    fc.property(fc.array(name, { maxLength: 80 }), part, (names, part) => {
      const marks = new Uint8Array(names.length)
      markNames(Buffer.from(names.map((name) => `${name}\n`).join('')), namePart(part), marks)
      const isFound = (name: string): boolean => part !== '' && name.includes(part.toLowerCase())
      assert.deepEqual([...marks], names.map(isFound).map(Number))
    }),
  ))

test('signatures never exclude a block that has what is looked for', () =>
  fc.assert(
    fc.property(
      fc.array(fc.array(name, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 20 }),
      part,
      (blocks, part) => {
        const signatures = new Signatures(blocks.length)
        for (const [block, names] of blocks.entries()) {
          signatures.addNames(block, Buffer.from(names.map((name) => `${name}\n`).join('')))
          signatures.add(block, clientTerm(block))
        }
        const found = new Set(blocksIn(signatures.withPart(namePart(part)), blocks.length))
        for (const [block, names] of blocks.entries()) {
          if (names.some((name) => name.includes(part.toLowerCase()))) assert.ok(found.has(block))
          assert.ok(blocksIn(signatures.withAny([clientTerm(block)]), blocks.length).includes(block))
        }
      },
    ),
  ))

test('signatures exclude most blocks', () => {
  const signatures = new Signatures(1000)
  for (let block = 0; block < 1000; block++) {
    const names = Array.from({ length: 64 }, (_, name) => `host-${64 * block + name}.example\n`)
    signatures.addNames(block, Buffer.from(names.join('')))
    signatures.add(block, clientTerm(block % 50))
  }
  const count = (set: Uint8Array): number => blocksIn(set, 1000).length
  assert.ok(count(signatures.withPart(Buffer.from('host-12345.'))) < 20)
  assert.equal(count(signatures.withPart(Buffer.from('nowhere'))), 0)
  assert.equal(count(signatures.withPart(Buffer.from('ex'))), 1000, 'too short')
  assert.ok(count(signatures.withAny([clientTerm(7)])) < 60)
  assert.equal(count(signatures.withAny([outcomeTerm(7)])), 0)
})
