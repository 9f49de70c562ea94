import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionWords } from '../../model/internet/connection/connection.ts'
import { stateIn } from './log.ts'

const textOf = (...lines: string[]): string | undefined => {
  const found = stateIn(`Plugin pppoe.so loaded.\n${lines.map((line) => `${line}\n`).join('')}`)
  return found && `${found.state}: ${connectionWords([found.note])}`
}
const CONNECTED = 'Connected to 02:00:00:00:00:09 via interface wan0.7'
const REFUSED = 'refused: the provider refuses the user name or password'

test('the last line that changes the state counts', () => {
  assert.equal(textOf(), undefined)
  assert.equal(textOf('Send PPPOE Discovery V1T1 PADI session 0x0 length 12'), undefined)
  assert.equal(textOf(CONNECTED, 'Using interface ppp0'), 'connecting: connecting to the provider')
  assert.equal(
    textOf(CONNECTED, 'CHAP authentication succeeded', 'remote IP address 81.2.69.1'),
    'connected: connected',
  )
  assert.equal(textOf('Timeout waiting for PADO packets', CONNECTED), 'connecting: connecting to the provider')
  assert.equal(
    textOf('remote IP address 81.2.69.1', 'No response to 3 echo-requests', 'Connection terminated.', 'Modem hangup'),
    'unanswered: the provider no longer answers',
  )
  assert.equal(textOf('LCP: timeout sending Config-Requests'), 'unanswered: no answer from the provider')
})

test('a refusal stays one when the provider ends the session after it', () => {
  assert.equal(textOf(CONNECTED, 'PAP authentication failed', 'LCP terminated by peer'), REFUSED)
  assert.equal(
    textOf(CONNECTED, 'CHAP authentication failed: bad\u001b[31m password', 'LCP terminated by peer (bye)'),
    `${REFUSED}: bad[31m password`,
  )
  assert.equal(
    textOf('PADS: Service-Name-Error: no such service', 'Timeout waiting for PADS packets')?.startsWith('unanswered'),
    true,
  )
})
