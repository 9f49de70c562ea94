import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from '../../../../../router/model/internet/uplinks/fault.ts'
import { tunnelFault } from '../../../../../router/model/vpn/tunnels/fault.ts'
import { wordsOfFault } from './words.ts'

test('the fault of an uplink is its reason, without a full stop', () => {
  assert.equal(wordsOfFault({ kind: 'uplink', of: faultOf('no_carrier') }), 'No signal on the cable')
})

test('faults of radios, tunnels and backups are sentences', () => {
  const Fault = { Code: 'other', Detail: 'no such device' } as const
  assert.match(wordsOfFault({ kind: 'radio', of: { Fault } }), /^no such device\./)
  const tunnel = wordsOfFault({
    kind: 'tunnel',
    of: { Fault: { ...tunnelFault('no_handshake'), Since: Date.UTC(2026, 10, 24, 12, 3) / 1000 } },
  })
  assert.match(tunnel, /^No handshake since .*2026.*\.$/)
  assert.equal(
    wordsOfFault({ kind: 'backup', of: { Message: '', Fault: { Code: 'unreachable', Detail: '' } } }),
    'The server cannot be reached.',
  )
})
