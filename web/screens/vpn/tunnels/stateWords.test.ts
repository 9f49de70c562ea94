import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeTunnel } from '../../../../router/model/vpn/tunnels/state.ts'
import { tunnelStates as german } from '../../../texts/de/vpn/tunnelStates.ts'
import { tunnelStates as messages } from '../../../texts/vpn/tunnelStates.ts'
import { stateWords } from './stateWords.ts'

const state = { name: 'oslo', up: false, wasUp: true, since: Date.UTC(2026, 10, 24, 2, 30), reason: '', endpoint: '' }
const said = (reason: string, wasUp: boolean) => describeTunnel({ Enabled: true }, { ...state, reason, wasUp }).Message

test('messages of the router about tunnels are shown in the texts of the app', () => {
  assert.equal(stateWords(describeTunnel({ Enabled: true }, undefined).Message), messages.waiting)
  assert.equal(stateWords(said('the name vpn.test cannot be resolved', false)), messages.unresolved('vpn.test'))
  assert.equal(stateWords('through oslo'), messages.through('oslo'))
  assert.equal(stateWords('closed: no tunnel is enabled'), messages.noTunnel)
  const since = stateWords(said('no reply', true))
  assert.match(since, /^No reply since .*2026/)
  assert.doesNotMatch(since, /UTC/)
  assert.equal(stateWords(`closed: oslo: ${said('no reply', true)}`), messages.closed('oslo', since))
})

test('a message without a text is shown as the router wrote it', () => {
  assert.equal(stateWords('something else'), 'Something else')
})

test('each of them has a German translation', () => {
  for (const key of ['waiting', 'noReply', 'noHandshake', 'noTunnel'] as const)
    assert.notEqual(german[key], messages[key])
})
