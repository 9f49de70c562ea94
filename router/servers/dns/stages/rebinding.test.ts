import assert from 'node:assert/strict'
import { test } from 'node:test'
import type packet from 'dns-packet'
import { address, LAPTOP, openTrial } from '../chain.fixture.ts'
import { overrideItem } from '../items.fixture.ts'

test('a public name with a private address gets NXDOMAIN, cached or not', async () => {
  const { ask, events, asked } = openTrial(address('192.168.2.1'))
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(await ask('evil.example'), { rcode: 'NXDOMAIN', answers: [], ttl: undefined })
  }
  assert.equal(asked.length, 1)
  assert.deepEqual(events[0], {
    topic: 'dns:blockrebind:event',
    payload: { ClientIP: LAPTOP, BlockedIP: '192.168.2.1', Name: 'evil.example.' },
  })
})

test('shared addresses of a provider and the uplink’s own address are blocked, unless the owner permits the name', async () => {
  const own = '203.0.113.7'
  const { ask, state, events } = openTrial((name) => address(name === 'cgn.example' ? '100.64.3.2' : own)(name))
  assert.equal((await ask('cgn.example')).rcode, 'NXDOMAIN')
  assert.deepEqual((await ask('home.example')).answers, [own])
  state.set({ kind: 'uplink', ip: own })
  assert.equal((await ask('home.example')).rcode, 'NXDOMAIN')
  assert.partialDeepStrictEqual(events.at(-1), { topic: 'dns:blockrebind:event', payload: { BlockedIP: own } })
  for (const Domain of ['home.example.', 'cgn.example.']) state.set(overrideItem({ Domain }))
  assert.deepEqual((await ask('home.example')).answers, [own])
  assert.deepEqual((await ask('cgn.example')).answers, ['100.64.3.2'])
  state.remove({ kind: 'uplink', ip: own })
  assert.deepEqual((await ask('other.example')).answers, [own])
})

test('an address hint of the uplink’s own address in an HTTPS record is blocked', async () => {
  const rdata = Buffer.from('000100' + '00040004' + 'cb007107', 'hex')
  const { ask, state } = openTrial((name) => ({
    answers: [{ type: 'UNKNOWN_65', name, ttl: 60, data: rdata } as unknown as packet.Answer],
  }))
  state.set({ kind: 'uplink', ip: '203.0.113.7' })
  assert.equal((await ask('home.example', LAPTOP, 'UNKNOWN_65' as packet.RecordType)).rcode, 'NXDOMAIN')
  state.remove({ kind: 'uplink', ip: '203.0.113.7' })
  assert.equal((await ask('home.example', LAPTOP, 'UNKNOWN_65' as packet.RecordType)).rcode, 'NOERROR')
})

test('a public name that is an alias of a name of a home gets NXDOMAIN', async () => {
  const targets: Record<string, string> = {
    'a.example': 'laptop.lan',
    'b.example': 'SPR.local',
    'c.example': 'spr.setup',
    'd.example': 'x.localhost',
    'e.example': 'www.mylan',
    'f.example': 'lan.example.org',
  }
  const { ask, events, state } = openTrial((name) => ({
    answers: [{ type: 'CNAME', name, ttl: 60, data: targets[name] ?? '' }],
  }))
  const codes: string[] = []
  for (const name of Object.keys(targets)) codes.push((await ask(name)).rcode)
  assert.deepEqual(codes, ['NXDOMAIN', 'NXDOMAIN', 'NXDOMAIN', 'NXDOMAIN', 'NOERROR', 'NOERROR'])
  assert.partialDeepStrictEqual(events[0], { payload: { BlockedIP: 'laptop.lan', Name: 'a.example.' } })
  state.set(overrideItem({ Domain: 'a.example.' }))
  assert.equal((await ask('a.example')).rcode, 'NOERROR', 'the owner permits it')
})
