import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tunnelFault } from '../../../../router/model/vpn/tunnels/fault.ts'
import { exitStateWords, tunnelDownWords, tunnelFaultWords } from './faultWords.ts'

const Since = Date.UTC(2026, 10, 24, 2, 30) / 1000

test('the fault of a tunnel is shown with its name, and with its time in the format of the app', () => {
  assert.equal(tunnelFaultWords(null), '')
  assert.equal(tunnelFaultWords({ ...tunnelFault('waiting'), Since: 0 }), 'Waiting for the first handshake')
  assert.equal(
    tunnelFaultWords({ ...tunnelFault('unresolved', 'vpn.test'), Since: 0 }),
    'The name vpn.test cannot be resolved',
  )
  assert.match(tunnelFaultWords({ ...tunnelFault('no_reply'), Since }), /^No reply since .*2026/)
})

test('an exit shows the tunnel it uses, or why it is closed', () => {
  assert.equal(exitStateWords({ Active: 'oslo', Fault: null }), 'Through oslo')
  assert.equal(
    exitStateWords({ Active: '', Fault: { ...tunnelFault('no_tunnel'), Since: 0 } }),
    'Closed: no tunnel is enabled',
  )
  assert.equal(
    exitStateWords({ Active: 'oslo', Fault: { ...tunnelFault('no_handshake'), Since: 0 } }),
    'Closed: oslo: No handshake',
  )
})

test('an event without a code, of an earlier version, keeps the words of the router', () => {
  assert.equal(
    tunnelDownWords('unresolved', 'vpn.test', '', 'the name vpn.test …'),
    'The name vpn.test cannot be resolved',
  )
  assert.equal(tunnelDownWords('', '', '', 'no reply'), 'No reply')
  assert.equal(tunnelDownWords('toString', '', '', 'no reply'), 'No reply')
})
