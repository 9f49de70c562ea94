import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, NotFound } from '../../../errors.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { Caller } from '../../../model/operation.ts'
import { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { absentSuperd } from '../../plugins/installed/absent.fixture.ts'
import { systemHandlers } from './handlers.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const sound = { drift: [] }
const idle = {
  clock: openSteppedClock(),
  restart: () => assert.fail('a restart was not requested'),
  isDemonstration: false,
}
const request = { params: {}, body: undefined, caller }

/** The operations of a router without plugins and drift. */
const open = (more: Partial<Parameters<typeof systemHandlers>[0]> = {}) =>
  systemHandlers({
    ...{ superd: absentSuperd(''), ...idle, facts: openMemoryFacts().facts },
    ...{ version: '0.1.0', running: {}, pass: sound, ...more },
  })

test('the router is online, and lists its features', async () => {
  const { facts, change } = openMemoryFacts()
  const handlers = open({ facts })
  assert.equal(handlers.status({ ...request, query: {} }), 'Online')
  assert.deepEqual(handlers.features({ ...request, query: {} }), ['dns', 'wireguard'])
  await change((draft) => draft.interfaces.put('wlan0', { Name: 'wlan0', Type: 'AP', Subtype: '', Enabled: true }))
  assert.deepEqual(handlers.features({ ...request, query: {} }), ['dns', 'wireguard'], 'no radio is driven')
})

test('one service returns its version, several a map of versions, and an unknown one is rejected', () => {
  const { version } = open()
  const ask = (container?: string[], plugin?: string[]) => version({ ...request, query: { container, plugin } })
  assert.equal(ask(), '0.1.0')
  assert.equal(ask(['superd']), '0.1.0')
  assert.equal(ask(['']), '0.1.0')
  assert.deepEqual(ask(undefined, ['api', 'dns']), { api: '0.1.0', dns: '0.1.0' })
  for (const part of ['superd', 'superapi', 'superdns', 'superdhcp', 'superwireguard'])
    assert.equal(ask(undefined, [part]), '0.1.0')
  assert.deepEqual(ask(undefined, ['superdns', 'supernothing', 'super']), {
    ...{ superdns: '0.1.0', supernothing: '', super: '' },
  })
  assert.throws(() => ask(['constructor']), Invalid)
})

test('the version of a plugin is its git commit', async () => {
  const { facts, change } = openMemoryFacts()
  const row = { Name: 'Sample', Enabled: true, Rights: [], Revision: 'c0ffee', TokenKey: '' }
  await change((draft) => draft.plugins.put('sample', KeptPlugin.parse(row)))
  const { version } = open({ facts })
  const ask = (plugin: string[]) => version({ ...request, query: { container: undefined, plugin } })
  assert.equal(ask(['sample']), 'c0ffee')
  assert.deepEqual(ask(['Sample', 'api']), { Sample: 'c0ffee', api: '0.1.0' })
})

test('a running service is returned as a JSON string that contains JSON, and others are not found', async () => {
  const running = { dns: () => true, dhcp: () => false }
  const { service } = open({ running })
  const ask = (name: string) => service({ ...request, query: { service: name, compose_file: undefined } })
  assert.deepEqual(JSON.parse(String(await ask('dns'))), { Name: 'superdns', Service: 'dns', State: 'running' })
  for (const name of ['dhcp', 'mesh', 'constructor', '']) await assert.rejects(async () => ask(name), NotFound)
})

test('drift is listed for as long as it lasts', () => {
  const pass = { drift: [{ driver: 'links', what: 'lan0', reason: 'the link is not there' }] }
  const { drift } = open({ pass })
  assert.deepEqual(drift({ ...request, query: {} }), pass.drift)
  pass.drift = []
  assert.deepEqual(drift({ ...request, query: {} }), [])
})

test('a restart begins after the answer has left, whatever the body is', async () => {
  const clock = openSteppedClock()
  let restarts = 0
  const { restart } = open({ clock, restart: () => void restarts++ })
  assert.equal(await restart({ ...request, query: {}, body: 'fort' }), undefined)
  assert.equal(restarts, 0)
  await clock.step(1000)
  assert.equal(restarts, 1)
})
