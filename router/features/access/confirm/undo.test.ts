import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TouchedRow } from '../../../model/access/confirm/waiting.ts'
import type { Draft } from '../../../store/facts.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { earlierRow, putBack, recorded } from './undo.ts'

const LAN = { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true } as const

test('a row is restored field by field, and fields that were changed again stay', () => {
  const before = { a: 1, b: [1], c: 'old' }
  const after = { a: 2, b: [1, 2], d: 'new' }
  assert.deepEqual(earlierRow(after, { before, after }), before)
  assert.deepEqual(earlierRow({ ...after, a: 3, e: 5 }, { before, after }), { a: 3, b: [1], c: 'old', e: 5 })
  assert.equal(earlierRow(after, { before: undefined, after }), undefined)
  assert.deepEqual(earlierRow({ a: 9 }, { before: undefined, after }), { a: 9 })
  assert.deepEqual(earlierRow(undefined, { before, after: undefined }), before)
  assert.equal(earlierRow(undefined, { before: undefined, after }), undefined)
})

test('every row that an edit changes is recorded once, with its earlier value', async () => {
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    draft.interfaces.put('lan0', LAN)
    draft.interfaces.put('usb0', { ...LAN, Name: 'usb0' })
  })
  let rows: TouchedRow[] = []
  await change((draft) => {
    const record = recorded(draft)
    record.draft.interfaces.put('lan0', { ...LAN, Enabled: false })
    record.draft.interfaces.put('lan0', { ...LAN, Type: 'Other' })
    record.draft.interfaces.put('usb0', { ...LAN, Name: 'usb0' })
    record.draft.downLinks.put('lan0', { link: 'lan0' })
    record.draft.set('subnet', { ...record.draft.setting('subnet'), LeaseTime: '1h0m0s' })
    assert.equal([...record.draft.interfaces.rows()].length, 2)
    rows = record.touched()
  })
  assert.deepEqual(
    rows.map(({ table, key }) => `${table} ${key}`),
    ['interfaces lan0', 'downLinks lan0', 'settings subnet'],
  )
  assert.equal(facts.interfaces.get('lan0')?.Type, 'Other')
  await change((draft: Draft) => putBack(draft, rows))
  assert.deepEqual(facts.interfaces.get('lan0'), LAN)
  assert.equal(facts.downLinks.size, 0)
  assert.equal(facts.setting('subnet').LeaseTime, '24h0m0s')
})
