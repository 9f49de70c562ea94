import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Operation } from '../../router/model/operation.ts'
import { contracts, socketContracts } from '../../router/model/operations.ts'
import { GROUPS } from '../../router/servers/http/describe/reference.ts'
import { ROOT } from '../process/place.ts'
import { elementOf, misfits } from './fits.ts'
import { PAGE, renderPage } from './page.ts'
import { OBJECTS, PUBLISHED } from './published.ts'
import { DEVIATIONS, isOfSuperd, LATER, nameOf, OTHER_CALL, statusOf, TODAY } from './status.ts'

/** Without the names of parameters, which are not sent. */
const plain = (name: string): string => name.replace(/\{\w+\}/g, '{}')
const served = new Map(
  [...Object.values(contracts), ...Object.values(socketContracts)]
    .flatMap((contract): Operation[] => Object.values(contract))
    .filter(({ method, path }) => !OTHER_CALL.includes(`${method} ${path}`))
    .map(({ method, path, details }) => [plain(`${method} ${path}`), details]),
)

test('docs/conformance.md matches the tables', () => {
  assert.equal(readFileSync(join(ROOT, PAGE), 'utf8'), renderPage(), 'npm run conformance writes it anew')
})

test('operations to come do not exist, all others do', () => {
  for (const row of PUBLISHED.filter((one) => !isOfSuperd(one)))
    assert.equal(
      served.has(plain(nameOf(row))),
      statusOf(row) !== 'to come',
      `${nameOf(row)} is listed as ${statusOf(row)}`,
    )
})

test('existing operations have the published tag, and need a code where published', () => {
  for (const row of TODAY) {
    const { tag, access } = served.get(plain(nameOf(row))) ?? {}
    assert.deepEqual([tag, access === 'code'], [row.tag, row.access === 'code'], nameOf(row))
  }
})

test('every published operation is listed once, under a tag, in order', () => {
  const tags = GROUPS.flatMap((group) => group.tags)
  const places = PUBLISHED.map(({ tag }) => tags.indexOf(tag))
  assert.ok(!places.includes(-1))
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(PUBLISHED.map(nameOf)).size, PUBLISHED.length)
})

test('every named type exists, and every deviation and later area is used', () => {
  const known = ['', 'text', 'pem', 'string', 'integer', 'boolean', 'object', ...Object.keys(OBJECTS)]
  const named = [
    ...PUBLISHED.flatMap(({ body, reply }) => [body, reply]),
    ...Object.values(OBJECTS).flatMap((fields) => Object.values(fields)),
  ]
  assert.deepEqual(
    named.filter((type) => !known.includes(elementOf(type))),
    [],
  )
  const implemented = TODAY.map(nameOf)
  for (const name of Object.keys(DEVIATIONS)) assert.ok(implemented.includes(name), name)
  for (const { area, has } of LATER) assert.ok(PUBLISHED.some(has), area)
})

test('a response is compared with its type field by field', () => {
  const entry = { IP: '192.168.2.6', Packets: 1, Bytes: 2 }
  assert.deepEqual(misfits('TrafficElement[]', [{ ...entry, More: true }]), [])
  assert.deepEqual(misfits('{TrafficElement}', { a: { ...entry, Bytes: '2' } }), [
    'the answer.a.Bytes is not of the type integer',
  ])
  const { Bytes, ...rest } = entry
  assert.deepEqual(misfits('TrafficElement[]', [{ ...rest, bytes: Bytes }]), ['the answer[0].Bytes is missing'])
  assert.deepEqual(misfits('TrafficElement[]', entry), ['the answer is not a list'])
  assert.deepEqual(misfits('GroupEntry', { Name: 'a', Disabled: false, GroupTags: null }), [
    'the answer.GroupTags is not a list',
  ])
})
