import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { Invalid } from '../../errors.ts'
import { keyFolder } from './keys.ts'

const Inner = z.object({ MAC: z.string(), provider: z.number() })
const Outer = z.object({
  Name: z.string(),
  Psk: Inner.optional(),
  Peers: z.array(Inner.partial()),
  ByName: z.record(z.string(), z.array(Inner)),
  Either: z.union([z.string(), z.object({ Alpha: z.number() }), z.object({ BETA: Inner })]).nullable(),
  Trimmed: z.preprocess((value) => value, Inner),
  Default: Inner.default({ MAC: '', provider: 0 }),
})
const fold = keyFolder(Outer)

const inner = { MAC: 'm', provider: 1 }
const document = {
  Name: 'n',
  Psk: inner,
  Peers: [inner, { MAC: 'x' }],
  ByName: { 'Left As It Is': [inner], MAC: [inner] },
  Either: { BETA: inner },
  Trimmed: inner,
  Default: inner,
}

/** The document with the case of letters in its schema's keys flipped by `flips`, and junk keys added. */
function disguise(value: unknown, flips: () => boolean, isRecord = false): unknown {
  if (Array.isArray(value)) return value.map((item) => disguise(item, flips))
  if (typeof value !== 'object' || value === null) return value
  const flip = (key: string) =>
    [...key].map((letter) => (flips() ? letter.toUpperCase() : letter.toLowerCase())).join('')
  const entries = Object.entries(value).map(([key, part]) => [
    isRecord ? key : flip(key),
    disguise(part, flips, key === 'ByName'),
  ])
  return Object.fromEntries(isRecord ? entries : [...entries, ['Unknown To All', { a: 1 }]])
}

test('property: keys in any case are converted to the spelling of the schema', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.boolean()), (stream) => {
      const disguised = disguise(document, () => stream.next().value)
      const before = JSON.stringify(disguised)
      assert.deepEqual(fold(disguised), document)
      assert.equal(JSON.stringify(disguised), before)
    }),
  )
})

test('property: any JSON is accepted, and folding twice is the same as folding once', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const once = fold(JSON.parse(text))
      assert.deepEqual(fold(once), once)
    }),
  )
})

test('of duplicate keys the last one is used', () => {
  assert.deepEqual(fold(JSON.parse('{"Name":"a","name":"b","NAME":"c"}')), { Name: 'c' })
  assert.deepEqual(fold(JSON.parse('{"NAME":"c","Name":"a"}')), { Name: 'a' })
})

test('names that differ only in case are distinct where both are defined', () => {
  const both = keyFolder(z.object({ Provider: z.string(), provider: z.string() }))
  assert.deepEqual(both({ Provider: 'a', provider: 'b' }), { Provider: 'a', provider: 'b' })
})

test('no key reaches a prototype', () => {
  const hostile = JSON.parse(
    '{"Name":"n","__proto__":{"polluted":1},"ByName":{"__proto__":{"polluted":1},"constructor":[]}}',
  )
  const folded = fold(hostile) as { ByName: object; polluted?: number }
  assert.equal(folded.polluted, undefined)
  assert.deepEqual(Object.keys(folded), ['Name', 'ByName'])
  assert.deepEqual(Object.keys(folded.ByName), ['constructor'])
  assert.equal(Object.getPrototypeOf(folded), Object.prototype)
  assert.equal(({} as { polluted?: number }).polluted, undefined)
})

test('a schema may contain itself', () => {
  interface Tree {
    Leaf?: string | undefined
    Kids?: Tree[] | undefined
  }
  const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ Leaf: z.string(), Kids: z.array(Tree) }).partial())
  assert.deepEqual(keyFolder(Tree)({ kids: [{ KIDS: [{ leaf: 'x' }] }] }), { Kids: [{ Kids: [{ Leaf: 'x' }] }] })
})

test('a loose object keeps unknown keys as they are written', () => {
  assert.deepEqual(keyFolder(z.looseObject({ Name: z.string() }))({ name: 'n', Other: 1 }), { Name: 'n', Other: 1 })
})

test('unknown values are kept with everything in them', () => {
  const event = { IP: { SrcIP: '192.0.2.1' }, Values: [{ a: [1, { b: 2 }] }] }
  assert.deepEqual(keyFolder(z.looseObject({}))(event), event)
  assert.deepEqual(keyFolder(z.object({ Event: z.unknown() }))({ event }), { Event: event })
})

test('a document that is nested too deep is rejected in every part of the schema', () => {
  const fold = keyFolder(Outer)
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
  for (const document of [deep, { Peers: deep }, { ByName: { x: deep } }]) assert.throws(() => fold(document), Invalid)
  assert.deepEqual(fold({ Unknown: deep }), {})
})
