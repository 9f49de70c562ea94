import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyAlerts } from '../../../../../router/model/messages/alerts/ready.ts'
import { readyTexts } from '../../../../texts/messages/alerts/ready.ts'

test('all ready-made alerts have the texts of the API', () => {
  const texts: Readonly<Record<string, object>> = readyTexts
  for (const { Id, Name, Description } of readyAlerts([], []))
    assert.deepEqual(texts[Id], { name: Name, hint: Description }, Id)
})
