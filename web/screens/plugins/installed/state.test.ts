import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PluginEntry } from '../../../../router/model/plugins/installed/plugin.ts'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import type { Plugin } from './plugin.ts'
import { type EngineLists, stateOfPlugin, unavailableWords } from './state.ts'

const texts = pluginTexts.state
const plugin = (part: object = {}): Plugin => ({
  ...PluginEntry.parse({
    Name: 'sample',
    Enabled: true,
    ComposeFilePath: 'plugins/user/sample/docker-compose.yml',
    NetworkCapabilities: { Interface: 'plg0' },
    ...part,
  }),
  AvailableRuntimes: ['default'],
})
const container = (State: string, Status: string, network = 'spr-sample_default') => ({
  State,
  Status,
  NetworkSettings: { Networks: { [network]: { IPAddress: '' } } },
})
const engine = (...containers: unknown[]): EngineLists => ({
  containers,
  networks: [
    { Name: 'bridge', Options: null },
    { Name: 'spr-sample_default', Options: { 'com.docker.network.bridge.name': 'plg0' } },
    { Name: 'spr-other_default', Options: { 'com.docker.network.bridge.name': 'plg1' } },
  ],
})
const words = (one: Plugin, lists?: EngineLists, isReady?: boolean) => stateOfPlugin(one, lists, isReady).words

test('the state of a plugin is that of the containers on its network', () => {
  const up = container('running', 'Up 2 minutes')
  const failed = container('exited', 'Exited (1) 5 seconds ago')
  assert.equal(words(plugin(), engine(up), true), texts.running)
  assert.equal(words(plugin(), engine(up, failed), true), texts.crashing('Exited (1) 5 seconds ago'))
  assert.equal(words(plugin(), engine(up, container('created', 'Created')), true), texts.starting)
  assert.equal(words(plugin(), engine(container('running', 'Up 2 minutes (unhealthy)')), true), texts.unhealthy)
  assert.equal(words(plugin(), engine(), true), texts.down)
  assert.equal(words(plugin(), engine(container('running', 'Up', 'spr-other_default')), true), texts.down)
})

test('a plugin that does not run says why', () => {
  assert.equal(words(plugin({ Enabled: false }), engine(), true), texts.stopped)
  assert.equal(words(plugin(), engine(), false), texts.unavailable)
  assert.equal(words(plugin({ ComposeFilePath: '' })), texts.outside)
  assert.equal(words(plugin({ ComposeFilePath: '', Enabled: false })), texts.off)
  assert.equal(words(plugin()), '', 'not loaded yet')
})

test('entries of the engine in another form are left out', () => {
  const odd = { containers: [null, 'x', { State: 7 }, {}], networks: [null, {}, { Name: 'x', Options: { a: 1 } }] }
  assert.equal(words(plugin(), odd, true), texts.down)
})

test('why containers cannot run is shown by its code, with the command or the socket', () => {
  const Obstacle = { Code: 'no_engine', Detail: '/run/docker.sock' } as const
  assert.equal(unavailableWords({ Obstacle }), 'The container engine does not answer at /run/docker.sock.')
  assert.equal(unavailableWords({ Reason: 'Something else.' }), 'Something else.')
})
