import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultRules } from '../../../../router/model/messages/alerts/defaults.ts'
import { allReadyRules } from '../../../../router/model/messages/alerts/ready.ts'
import { ownAlertTexts as german } from '../../../texts/de/messages/alerts/own.ts'
import { ownTitle, translatedRuleName } from './ownTexts.ts'

test('every default rule has another name', () => {
  const rules = [...defaultRules(), ...allReadyRules()]
  for (const texts of [undefined, german]) {
    const names = rules.map(({ TopicPrefix, Name }) => translatedRuleName(TopicPrefix, Name, texts))
    assert.ok(!names.includes(undefined))
    assert.equal(new Set(names).size, rules.length)
  }
})

test('titles of default alerts are translated; entered ones and templates are not', () => {
  assert.equal(ownTitle('device:offline', 'Device offline', german), 'Gerät offline')
  assert.equal(ownTitle('firewall:scan', 'Port scan from the internet', german), 'Port-Scan aus dem Internet')
  assert.equal(ownTitle('dns:serve:forward:192.168.2.6:www.example.com.', 'Name looked up', german), 'Name abgefragt')
  assert.equal(ownTitle('device:offline', 'The camera is down', german), undefined)
  assert.equal(ownTitle('wan:uplink:down', 'Device offline', german), undefined)
  assert.equal(ownTitle('pfw:notify', '{{Name}}', german), undefined)
})
