import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextScheme, type Scheme } from './scheme.ts'

const round = (isSystemDark: boolean): Scheme[] => {
  const first = nextScheme('auto', isSystemDark)
  const second = nextScheme(first, isSystemDark)
  return [first, second, nextScheme(second, isSystemDark)]
}

test('the first press changes the shown colour scheme, and three presses return to automatic', () => {
  assert.deepEqual(round(false), ['dark', 'light', 'auto'])
  assert.deepEqual(round(true), ['light', 'dark', 'auto'])
})
