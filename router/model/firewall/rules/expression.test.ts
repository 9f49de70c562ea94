import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileExpression } from './expression.ts'

const VARIABLES = { away: 'yes', guests: '3', night: 'false', level: '10', 'living-room': 'on' }
const is = (text: string): boolean => compileExpression(text, 'Condition')(VARIABLES)

test('variables are compared with texts and numbers, and combined', () => {
  // biome-ignore format: a table
  const rows: [string, boolean][] = [
    ['', true], ['  ', true], ['away', true], ['$away', true], ['night', false], ['missing', false], ['!missing', true],
    ['away == "yes"', true], ["away == 'no'", false], ['away != "no"', true], ['missing == ""', true],
    ['guests == 3', true], ['guests == "3.0"', true], ['guests < 10', true], ['level > 9', true], ['level >= 10 && guests <= 3', true],
    ['guests > 3 || living-room == "on"', true], ['away && night', false], ['away && !night', true], ['!(away && !night)', false],
    ['true', true], ['false', false], ['0', false], ['-1 < 0', true], ['away == "y\\"es"', false], ['constructor', false],
    ['away && guests == 3 || night && missing', true],
  ]
  for (const [text, expected] of rows) assert.equal(is(text), expected, text)
})

test('an expression that is not valid is rejected with the place', () => {
  const rows: [string, RegExp][] = [
    ['away =', /Condition: is not valid from "="/],
    ['away ==', /ends before a value/],
    ['(away', /ends before \)/],
    ['away night', /has night in place of an operator/],
    ['== 3', /has == in place of a value/],
    ['"open', /is not valid from/],
    ['a'.repeat(257), /at most 256 characters/],
    [`${'!'.repeat(40)}a`, /at most 32 levels/],
    ['away.length()', /is not valid from/],
  ]
  for (const [text, expected] of rows) assert.throws(() => compileExpression(text, 'Condition'), expected, text)
})
