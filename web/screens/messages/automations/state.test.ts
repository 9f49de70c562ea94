import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShownAutomation } from '../../../../router/model/messages/automations/contract.ts'
import { Failure } from '../../../client/failure.ts'
import { runStarts as german } from '../../../texts/de/messages/automations/starts.ts'
import { startWords } from './startWords.ts'
import { lastRunWords, problemIn } from './state.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const automation = (part: Partial<ShownAutomation>) => ({ OffReason: '', Last: null, ...part }) as ShownAutomation
const last = (StartedBy: NonNullable<ShownAutomation['Last']>['StartedBy']): ShownAutomation['Last'] => ({
  ...{ Time: new Date(NOW).toISOString(), Trigger: 'in the words of the router', StartedBy },
  ...{ Ok: true, Message: '', Line: 0, Milliseconds: 1 },
})

test('a run is described by what has started it', () => {
  assert.equal(startWords({ Kind: 'topic', Name: 'device:offline' }), 'device:offline')
  assert.equal(startWords({ Kind: 'every', Name: '5' }), 'every 5 minutes')
  const { text } = lastRunWords(automation({ Last: last({ Kind: 'at', Name: '22:00' }) }), NOW)
  assert.match(text, /^Last run .*: at 22:00$/)
  assert.equal(german.every(5), 'alle 5 Minuten')
})

test('an automation that the router has switched off shows the number of failed runs and the last error', () => {
  const off = { OffReason: '10 failed runs in a row: no' }
  const OffCoded = { Code: 'messages.automationFailedRuns', Values: ['10', 'no'] }
  assert.deepEqual(lastRunWords(automation({ ...off, OffCoded }), NOW), {
    text: 'Switched off by the router after 10 failed runs in a row: no',
    isBad: true,
  })
  assert.equal(lastRunWords(automation(off), NOW).text, off.OffReason, 'of an earlier version')
})

test('the line of an error is found in the message of the router, in any language', () => {
  const failure = (Field: string) =>
    new Failure('refused', 'Source: Zeile 3: oops', { coded: { Code: 'field.atLine', Values: ['3', 'oops'], Field } })
  assert.deepEqual(problemIn(failure('Source')), { line: 3 })
  assert.deepEqual([failure('Scopes'), new Failure('refused', 'Source: line 3: oops'), null].map(problemIn), [
    undefined,
    undefined,
    undefined,
  ])
})
