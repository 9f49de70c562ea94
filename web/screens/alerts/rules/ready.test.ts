import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyAlerts } from '../../../../router/features/alerts/ready.ts'
import { readyTexts } from '../../../texts/readyAlerts.ts'

test('ready-made alerts have the texts of the API', () => {
  const ofApi = readyAlerts([], []).map(({ Id, Name, Description }) => [Id, { name: Name, hint: Description }])
  assert.deepEqual(readyTexts, Object.fromEntries(ofApi))
})
