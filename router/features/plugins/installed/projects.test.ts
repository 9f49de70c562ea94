import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { fakeSuperd } from '../../../drivers/superd/superd.fixture.ts'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { SAMPLE_FILE } from './household.fixture.ts'
import { openPluginContainers } from './projects.ts'

const sample = (rest: object = {}): KeptPlugin =>
  KeptPlugin.parse({
    ...{ Name: 'sample', URI: 'sample', Enabled: true, ComposeFilePath: SAMPLE_FILE },
    ...{ Rights: [], Revision: '', TokenKey: '' },
    NetworkCapabilities: { Interface: 'plg0', Subnet: '172.30.0.0/28' },
    ...rest,
  })

/** A router that starts with these plugins. */
async function open(plugins: readonly KeptPlugin[], unavailable?: string) {
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    for (const plugin of plugins) draft.plugins.put(plugin.Name, plugin)
    draft.set('composePaths', [SAMPLE_FILE])
  })
  const superd = fakeSuperd()
  superd.unavailable = unavailable
  const clock = openSteppedClock()
  const published: string[] = []
  const bus = openBus((error) => assert.fail(String(error)))
  bus.subscribePrefix('plugin:docker:', (_payload, topic) => published.push(topic))
  const files = new Map<string, string>()
  const disk = { isFull: false }
  const failures: string[] = []
  const machine = {
    readFile: (path: string) => files.get(path),
    writeFile(path: string, text: string) {
      if (disk.isFull) throw new Error('no space left on device')
      files.set(path, text)
    },
    makeDirectory: () => undefined,
  }
  const projects = openPluginContainers({
    facts,
    clock,
    bus,
    machine,
    superd,
    data: '/data',
    onFailure: (what) => failures.push(what),
  })
  await turn()
  return { change, superd, clock, published, files, projects, disk, failures }
}

test('enabled plugins start with the router, on their own network; the others do not', async () => {
  const { superd, files } = await open([
    sample(),
    sample({ Name: 'off', Enabled: false, ComposeFilePath: 'plugins/off/docker-compose.yml' }),
    sample({ Name: 'elsewhere', ComposeFilePath: '' }),
  ])
  assert.deepEqual([...superd.running.keys()], [SAMPLE_FILE])
  assert.deepEqual(superd.running.get(SAMPLE_FILE)?.network, { Bridge: 'plg0', Subnet: '172.30.0.0/28' })
  assert.ok(superd.running.get(SAMPLE_FILE)?.limits)
  assert.ok(files.get('/data/state/plugins/superd/allowed.json')?.includes(SAMPLE_FILE))
})

test('a plugin that cannot start is reported once and started again every minute', async () => {
  const { superd, clock, published } = await open([sample()], 'Docker is not running.')
  assert.deepEqual(published, ['plugin:docker:failure'])
  clock.step(60_000)
  await turn()
  assert.deepEqual([superd.calls.length, published.length], [2, 1])
  superd.unavailable = undefined
  clock.step(60_000)
  await turn()
  assert.deepEqual(published, ['plugin:docker:failure', 'plugin:docker:remediation'])
  clock.step(600_000)
  await turn()
  assert.equal(superd.calls.length, 3)
})

test('on a full disk no plugin starts on an outdated list; it starts when the list is saved', async () => {
  const { superd, change, projects, disk, failures, files } = await open([])
  const before = files.get('/data/state/plugins/superd/allowed.json')
  disk.isFull = true
  await change((draft) => draft.plugins.put('sample', sample()))
  projects.learn([{ table: 'plugins', key: 'sample', before: undefined, after: sample() }])
  assert.deepEqual(failures, ['the compose files of plugins could not be listed'])
  await assert.rejects(projects.follow(undefined, sample()), /no space left/)
  assert.equal(superd.calls.length, 0)
  disk.isFull = false
  await projects.follow(undefined, sample())
  assert.deepEqual([...superd.running.keys()], [SAMPLE_FILE])
  assert.notEqual(files.get('/data/state/plugins/superd/allowed.json'), before)
})

test('a plugin that was disabled is not started again, nor is one after the end', async () => {
  const { superd, clock, change, projects } = await open([sample()], 'Docker is not running.')
  await change((draft) => draft.plugins.put('sample', sample({ Enabled: false })))
  superd.unavailable = undefined
  clock.step(60_000)
  await turn()
  assert.equal(superd.calls.length, 1)
  const other = await open([sample()], 'Docker is not running.')
  other.projects[Symbol.dispose]()
  other.clock.step(60_000)
  await turn()
  assert.equal(other.superd.calls.length, 1)
  projects[Symbol.dispose]()
})
