import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyAlerts } from '../../../../router/features/alerts/ready.ts'
import { readyTexts } from '../../../texts/readyAlerts.ts'

test('all ready-made alerts have the texts of the API', () => {
  const texts: Readonly<Record<string, object>> = readyTexts
  for (const { Id, Name, Description } of readyAlerts([], []))
    assert.deepEqual(texts[Id], { name: Name, hint: Description }, Id)
})
