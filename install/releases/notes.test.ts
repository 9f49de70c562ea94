import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notesOf } from './notes.ts'

const CHANGELOG = `# Changelog

## Unreleased

- what comes

## 0.2.0

### Added
- one
- two

## [0.1.0] - 2026-01-01
- first
`

test('the notes of a release are its section of the changelog, or what is unreleased', () => {
  assert.equal(notesOf(CHANGELOG, '0.2.0'), '### Added\n- one\n- two')
  assert.equal(notesOf(CHANGELOG, '0.1.0'), '- first')
  assert.equal(notesOf(CHANGELOG, '0.3.0'), '- what comes')
  assert.equal(notesOf('', '0.3.0'), '')
})

test('long notes end with a whole line', () => {
  const notes = notesOf(`## 1.0.0\n${'- a line\n'.repeat(2000)}`, '1.0.0')
  assert.ok(notes.length <= 8000)
  assert.equal(notes.split('\n').at(-1), '- a line')
})
