import assert from 'node:assert/strict'
import { type FakeSuperd, fakeSuperd } from '../../../drivers/superd/superd.fixture.ts'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { Caller } from '../../../model/operation.ts'
import { type ListedPlugin, PluginEntry } from '../../../model/plugins/installed/plugin.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { vaultWith } from '../../../store/vault.ts'
import { plusHandlers } from '../plus/handlers.ts'
import { pluginHandlers } from './handlers.ts'
import { openPluginContainers } from './projects.ts'

export const admin: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6' }
/** The same with the proof of a one-time code. */
export const proved: Caller = { ...admin, isProved: true }

export const SAMPLE_URL = 'https://git.example/owner/sample'
export const SAMPLE_FILE = 'plugins/user/sample/docker-compose.yml'

/** The `plugin.json` of a plugin that requests something of each kind. */
export const description = {
  Name: 'sample',
  URI: 'sample',
  HasUI: true,
  InstallTokenPath: '/configs/plugins/sample/api-token',
  ScopedPaths: ['/devices:r', '/dns:rw'],
  NetworkCapabilities: { Policies: ['dns', 'wan'], Groups: ['lab'] },
}

/** The operations of plugins on facts in memory, with a superd without containers. */
export function openPlugins(superd: FakeSuperd = fakeSuperd()) {
  const memory = openMemoryFacts({ setup: { done: true } })
  const { facts, change } = memory
  const clock = openSteppedClock()
  const vault = vaultWith()
  const published: string[] = []
  const bus = openBus((error) => assert.fail(String(error)))
  bus.subscribePrefix('', (payload, topic) => published.push(`${topic} ${JSON.stringify(payload)}`))
  const files = new Map<string, string>()
  const machine = {
    readFile: (path: string) => files.get(path),
    writeFile: (path: string, text: string) => void files.set(path, text),
    removeFile: (path: string) => void files.delete(path),
    makeDirectory: () => undefined,
  }
  const projects = openPluginContainers({
    facts,
    clock,
    bus,
    machine,
    superd,
    data: '/data',
    onFailure: (what) => assert.fail(what),
  })
  memory.watch(projects.learn)
  const plugins = pluginHandlers({ facts, change, bus, clock, vault, machine, superd, projects, data: '/data' })
  superd.repositories.set(SAMPLE_URL, {
    Directory: 'plugins/user/sample',
    Description: description,
    Revision: 'c0ffee',
    Rights: [],
  })

  return {
    ...{ ...memory, clock, vault, published, files, superd, projects, plugins },
    plus: plusHandlers({ facts, change, vault, isLicensed: async (_url, token) => token.startsWith('good') }),
    /** As `PUT /plugins_api/NAME` with a body from the network. */
    put: (name: string, body: object, caller = admin) =>
      plugins.updateApi({
        params: { name },
        query: {},
        body: PluginEntry.parse({ Name: name, ...body }),
        caller,
      }) as Promise<ListedPlugin[]>,
    remove: (name: string) =>
      plugins.removeApi({ params: { name }, query: {}, body: {}, caller: admin }) as Promise<ListedPlugin[]>,
    listed: (name: string) => (plugins.plugins(asking(undefined)) as ListedPlugin[]).find((one) => one.Name === name),
    install: (url = SAMPLE_URL) => plugins.install(asking(url)) as Promise<ListedPlugin[]>,
  }
}

export const asking = <B>(body: B, caller: Caller = proved) => ({ params: {}, query: {}, body, caller })
