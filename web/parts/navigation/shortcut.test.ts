import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShortcuts, type Pressed } from './shortcut.ts'

const key = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

test('Ctrl+K opens the search everywhere, also in a text field', () => {
  const press = openShortcuts()
  for (const pressed of [key('k', { ctrlKey: true }), key('k', { metaKey: true }), key('K', { ctrlKey: true })])
    assert.equal(press(pressed, false, 0), 'search')
  assert.equal(press(key('k', { ctrlKey: true, shiftKey: true }), true, 0), undefined)
  assert.equal(press(key('k', { ctrlKey: true, altKey: true }), true, 0), undefined)
  assert.equal(press(key('k'), true, 0), undefined)
})

test('single keys open the search and the list, except where somebody types', () => {
  const press = openShortcuts()
  assert.equal(press(key('/'), true, 0), 'search')
  assert.equal(press(key('?', { shiftKey: true }), true, 0), 'list')
  assert.equal(press(key('?', { shiftKey: true }), false, 0), undefined)
  assert.equal(press(key('/'), false, 0), undefined)
})

test('g and a letter open a section, if the letter follows soon', () => {
  const press = openShortcuts()
  const both = (letter: string, ms: number) => [press(key('g'), true, 0), press(key(letter), true, ms)]
  assert.deepEqual(both('d', 300), [undefined, '/admin/devices'])
  assert.deepEqual(both('g', 300), [undefined, '/admin/groups'])
  assert.deepEqual(both('d', 1600), [undefined, undefined])
  assert.deepEqual(both('q', 300), [undefined, undefined])
  assert.equal(press(key('d'), true, 400), undefined)
})
