import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleared, type FormDraft, settledDraft, submitted } from './draft.ts'

type Fields = { name: string; hosts: readonly string[] }

test('a saved form keeps what was typed while it was saved', () => {
  const hosts = ['a']
  const sent = submitted<Fields>({ typed: { name: 'ada', hosts }, sent: {} })
  const since: FormDraft<Fields> = { ...sent, typed: { name: 'ada l', hosts } }
  assert.deepEqual(settledDraft(since), { typed: { name: 'ada l' }, sent: {} })
  assert.deepEqual(settledDraft(sent), { typed: {}, sent: {} })
})

test('fields that were not sent are kept', () => {
  assert.deepEqual(settledDraft<Fields>({ typed: { name: 'ada' }, sent: {} }), { typed: { name: 'ada' }, sent: {} })
})

test('a single field is emptied when it was saved, unless it was changed since then', () => {
  assert.equal(cleared('ads.test', '')('ads.test'), '')
  assert.equal(cleared('ads.test', '')('news.test'), 'news.test')
})
