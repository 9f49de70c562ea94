import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Invalid, phraseOf } from '../errors.ts'
import { englishPhrases } from './english.ts'
import { germanPhrases } from './german.ts'
import { type Code, ofField, Phrase, phrase, phraseIn, schemaPhrase, sentenceIn, verbatim } from './phrase.ts'

test('a message has its values in the sentence of each language, also those that are messages', () => {
  const reason = phrase('firewall.blockedByRuleUntil', phrase('firewall.causeSchedule', 'Bedtime'), '07:00')
  const message = phrase('firewall.verdictRefused', 'Tablet', 'tv', reason)
  assert.equal(
    String(message),
    'What Tablet sends to tv is refused: it is blocked by the schedule Bedtime until 07:00.',
  )
  assert.equal(
    sentenceIn(germanPhrases, message),
    'Tablet zu tv: abgelehnt. Grund: bis 07:00 gesperrt durch: der Zeitplan Bedtime.',
  )
})

test('a value is never taken for a placeholder or a message', () => {
  assert.equal(String(phrase('home.policyName', '{2} $& {1}')), '{2} $& {1} is the name of a policy')
  const json = JSON.stringify(phrase('field.missing'))
  assert.deepEqual(phraseIn(schemaPhrase('home.policyName', json)), phrase('home.policyName', json))
})

test('a schema has the message as text, and any other text is a message too', () => {
  const message = phrase('field.alternatives', phrase('field.missing'), phrase('field.tooLong', 5))
  assert.equal(
    String(phraseIn(schemaPhrase('field.alternatives', phrase('field.missing'), phrase('field.tooLong', 5)))),
    String(message),
  )
  assert.deepEqual(phraseIn('must be odd'), verbatim('must be odd'))
})

test('an error is its message, with the field where it has one', () => {
  assert.deepEqual(phraseOf(new Invalid(phrase('field.missing'), 'Name')), ofField('Name', phrase('field.missing')))
  assert.deepEqual(phraseOf(new Error('EIO')), verbatim('EIO'))
  assert.ok(phraseOf('x') instanceof Phrase)
})

test('no phrase is left over', () => {
  const source = globSync('**/*.ts', {
    cwd: join(import.meta.dirname, '..'),
    exclude: (path) => /(^|\/)(node_modules|dist|phrases\/(en|de))(\/|$)/.test(path),
  })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
    .join('\n')
  const isUsed = (code: Code): boolean =>
    source.includes(`'${code}'`) || source.includes(`\`${code.replace(CHOSEN, '$')}`)
  assert.deepEqual(
    (Object.keys(englishPhrases) as Code[]).filter((code) => !isUsed(code)),
    [],
  )
})

/** The part of a code that is filled in. */
const CHOSEN = /(?<=^(policy|remoteFault)\.).+|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/
