import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RemoteFault } from '../../../../router/model/machine/backup/remote/fault.ts'
import { remoteFaultWords } from './remoteFault.ts'

const words = (Code: RemoteFault['Code'], Detail = '') => remoteFaultWords({ Fault: { Code, Detail }, Message: '' })

test('a failed backup is described by its code, with what the server answered', () => {
  assert.equal(words('no_space', 'HTTP 507'), 'The server has no space left (HTTP 507)')
  assert.equal(words('unreachable'), 'The server cannot be reached')
  assert.equal(words('new_host_key', 'SHA256:abc'), 'The host key of the server is not accepted yet')
  assert.equal(words('other', 'disk full'), 'Disk full')
})

test('an error without a code is shown as the router wrote it', () => {
  assert.equal(remoteFaultWords({ Fault: null, Message: 'out of order.' }), 'Out of order')
})
