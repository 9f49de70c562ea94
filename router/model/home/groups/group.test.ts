import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupChain, groupMaps, isLabel, labelOf, tagSet } from './group.ts'

test('a name has one spelling, however it is typed', () => {
  for (const text of ['Größe', 'GRÖẞE', 'gro\u0308ße', ' GRO\u0308ẞE ']) assert.equal(labelOf(text), 'größe')
  for (const text of ['İstanbul', 'ΣΑΣ', '日本語', 'ДЕТИ', 'ﬁlm', 'Ǆ', 'e\u0301\u0323']) {
    assert.equal(labelOf(labelOf(text)), labelOf(text), text)
    assert.ok(isLabel(labelOf(text)), text)
  }
})

test('names may use letters of any script, but no control, format or direction characters', () => {
  for (const label of ['日本語', 'größe', 'дети', 'बच्चे', 'ילדים', 'أطفال', '3d-drucker', 'a b.c_d:e-f', 'a'.repeat(63)])
    assert.ok(isLabel(label), label)
  const refused = [
    '',
    ' a',
    '-a',
    'a\u202eb',
    'a\u200fb',
    'a\u200db',
    'a\u00adb',
    'a\u0000',
    'a\nb',
    'a\u2028',
    'a\ufe0f',
  ]
  const longer = [
    '\u3164',
    'a\u034f',
    '\ud800',
    'a"b',
    '; flush',
    '😀',
    'a'.repeat(64),
    '語'.repeat(43),
    'a/b',
    '\ufeffa',
  ]
  for (const label of [...refused, ...longer]) assert.ok(!isLabel(label), JSON.stringify(label))
})

test('each name maps to a distinct kernel name with characters and a length that nftables accepts', () => {
  assert.equal(groupMaps('cams').source, 'cams_src_access')
  assert.equal(groupMaps('my cams').destination, 'my_20cams_dst_access')
  assert.equal(groupChain('my cams'), 'my_20cams_members')
  assert.match(groupMaps('größe').source, /^_u[0-9a-v]+_src_access$/)
  const labels = ['größe', 'grösse', 'grosse', '日本語', '日本', '日', 'u', '9u', 'u_20', 'u 20', '_u', 'a_20b', 'a b']
  const longest = ['語'.repeat(42), '\u{20000}'.repeat(31), 'é'.repeat(63), `a${':'.repeat(62)}`]
  const names = [...labels, ...longest].map((label) => groupMaps(label).source)
  assert.equal(new Set(names).size, names.length)
  for (const name of names) assert.match(name, /^[a-z_][a-z0-9_.-]{0,229}$/)
  for (const label of longest) assert.ok(tagSet(label).length <= 208, label)
})
