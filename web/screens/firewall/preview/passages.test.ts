import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANYWHERE } from '../../../../router/model/firewall/explain/contract.ts'
import type { Passage } from '../../../../router/model/firewall/preview/contract.ts'
import { endWords, groupPassages } from './passages.ts'

const internet = { Kind: 'internet', Name: '', IP: ANYWHERE } as const
const router = { Kind: 'router', Name: 'the router', IP: '81.2.69.100' } as const
const phone = { Kind: 'device', Name: 'Phone', IP: '192.168.2.2' } as const
const nameless = { Kind: 'device', Name: '', IP: '192.168.2.6' } as const
const passage = (From: Passage['From'], more: Partial<Passage> = {}): Passage => ({
  From,
  To: router,
  LedTo: null,
  Protocol: 'tcp',
  Port: 443,
  Text: '',
  ...more,
})

test('devices that open the same connection share one sentence', () => {
  const LedTo = { IP: '192.168.2.6', Port: 443, Name: 'TV' }
  const [way, ...others] = groupPassages([
    passage(internet, { LedTo, Port: 8443 }),
    passage(phone, { LedTo, Port: 8443 }),
  ])
  assert.deepEqual(others, [])
  assert.deepEqual(way, { from: ['The internet', 'Phone'], to: 'TV', at: ' at TCP port 443, external port 8443' })
})

test('another port is another sentence; one that does not matter is not named', () => {
  const ways = groupPassages([
    passage(phone),
    passage(phone, { Port: null }),
    passage(phone, { Protocol: 'icmp', Port: null }),
  ])
  assert.deepEqual(
    ways.map(({ at }) => at),
    [' at TCP port 443', ' over TCP', ' by ping'],
  )
})

test('an end goes by its name, or else by its address', () => {
  assert.equal(endWords(nameless), '192.168.2.6')
  assert.equal(endWords({ ...phone, Name: '\u202ePhone' }), 'Phone')
  assert.equal(endWords({ ...internet, IP: '9.9.9.9' }), '9.9.9.9')
})
