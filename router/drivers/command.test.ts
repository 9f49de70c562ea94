import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../errors.ts'
import { sendingTo } from './command.ts'

const expectOk = sendingTo('wifi.hostapdRefused')

test('a command is sent as one line, and accepted by OK', async () => {
  const received: string[] = []
  const request = async (command: string): Promise<string> => {
    received.push(command)
    return 'OK\n'
  }
  await expectOk({ request }, 'SET sae_password', 'secret|mac=02:11:22:33:44:55')
  await expectOk({ request }, 'PMKSA_FLUSH')
  assert.deepEqual(received, ['SET sae_password secret|mac=02:11:22:33:44:55', 'PMKSA_FLUSH'])
})

test('the error for another answer does not contain what follows the verb', async () => {
  const refused = expectOk({ request: async () => 'FAIL\n' }, 'SET sae_password', 'secret word')
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof Unavailable)
    assert.equal(error.message, 'hostapd refused SET sae_password: FAIL')
    return true
  })
})
