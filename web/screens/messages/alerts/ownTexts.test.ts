import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultRules } from '../../../../router/model/messages/alerts/defaults.ts'
import { allReadyRules } from '../../../../router/model/messages/alerts/ready.ts'
import { alertTexts as german } from '../../../texts/de/messages/alerts.ts'
import { alertTexts as english } from '../../../texts/messages/alerts.ts'
import { ownTitle, translatedRuleName } from './ownTexts.ts'

const rules = [...defaultRules(), ...allReadyRules()]

test('every default rule has a name in German and in English', () => {
  for (const { TopicPrefix, Name } of rules)
    assert.ok(translatedRuleName(TopicPrefix, Name, german.own), `${TopicPrefix} ${Name}`)
  const shown = rules.map(({ TopicPrefix, Name }) => translatedRuleName(TopicPrefix, Name) ?? Name)
  assert.deepEqual(shown.toSorted(), Object.values(english.own).toSorted())
  assert.equal(Object.keys(german.own).length, rules.length)
})

test('titles of default alerts are translated; entered ones and templates are not', () => {
  assert.equal(ownTitle('device:offline', 'Device offline', german.own), 'Gerät offline')
  assert.equal(ownTitle('firewall:scan', 'Port scan from the internet', german.own), 'Port-Scan aus dem Internet')
  assert.equal(
    ownTitle('dns:serve:forward:192.168.2.6:www.example.com.', 'Name looked up', german.own),
    german.own['dns:serve:'],
  )
  assert.equal(ownTitle('device:offline', 'The camera is down', german.own), undefined)
  assert.equal(ownTitle('pfw:notify', '{{Name}}', german.own), undefined)
})
