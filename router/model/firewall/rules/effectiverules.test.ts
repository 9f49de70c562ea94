import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeptPersona } from '../../home/schedules/persona.ts'
import { effectiveRules } from './effectiverules.ts'

const persona = (Tag: string): KeptPersona =>
  KeptPersona.parse({
    ...{ Name: Tag, Tag, Description: '', Schedules: [], DailyLimitMinutes: 60, DNSFamily: false },
    ...{ PauseUntil: 0, GrantUntil: 0, PostponedUntil: 0, Disabled: false },
  })

test('the rules of personas have the same order, whichever was added first', () => {
  const all = ['persona:zoe', 'persona:ada'].map(persona)
  const idsOf = (personas: KeptPersona[]) => effectiveRules({ rules: [], personas }).map(({ Id }) => Id)
  assert.deepEqual(idsOf(all), ['persona:ada limit', 'persona:zoe limit'])
  assert.deepEqual(idsOf(all.toReversed()), idsOf(all))
})
