import assert from 'node:assert/strict'
import { test } from 'node:test'
import { journalUnit, unitIn } from './journal.ts'

test('the unit is the innermost service of the control group', () => {
  assert.equal(unitIn('0::/system.slice/sallyport.service\n'), 'sallyport.service')
  assert.equal(unitIn('0::/user.slice/user-0.slice/user@0.service/app.slice/home.service/sub\n'), 'home.service')
  assert.equal(unitIn('0::/user.slice/user-0.slice/session-1.scope\n'), undefined)
  assert.equal(unitIn('0::/\n'), undefined)
})

test('an inherited JOURNAL_STREAM is ignored if stdout is another stream', () => {
  process.env.JOURNAL_STREAM = '1:1'
  assert.equal(journalUnit(), undefined)
  delete process.env.JOURNAL_STREAM
  assert.equal(journalUnit(), undefined)
})
