import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import type { UnixResponse } from '../../../machine/unixrequest.ts'
import type { Topology } from '../../../model/home/map/contract.ts'
import { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openPluginGraphs, withPlugins } from './plugingraph.ts'

const Style = { Icon: '', Color: '' }
const MAP: Topology = {
  GeneratedAt: '',
  Nodes: [
    { ID: 'router', Kind: 'router', Name: 'fort', Online: true, Style },
    { ID: 'dev:a', Kind: 'device', Name: 'tv', Online: true, Style },
  ],
  Edges: [],
  Sinks: [],
}

const row = (Name: string, more: object = {}): KeptPlugin =>
  KeptPlugin.parse({
    ...{ Name, Enabled: true, HasTopology: true, UnixPath: `/state/plugins/${Name}/socket` },
    ...{ Rights: [], Revision: '', TokenKey: '', NetworkCapabilities: { Interface: 'plg0' }, ...more },
  })

/** The map of a home with these plugins, whose sockets answer. */
async function open(plugins: readonly KeptPlugin[], answer: (socket: string) => UnixResponse) {
  const { facts, change } = openMemoryFacts()
  const machine = fakeMachine()
  const asked: string[] = []
  machine.answerUnix(({ socket, target, isUntrusted }) => {
    asked.push(`${target} ${socket} ${isUntrusted}`)
    return answer(socket)
  })
  await change((draft) => {
    for (const plugin of plugins) draft.plugins.put(plugin.Name, plugin)
  })
  const read = openPluginGraphs({ facts, machine, data: '/data' })
  return { machine, asked, change, map: async () => withPlugins(MAP, await read()) }
}
const reply = (graph: unknown): UnixResponse => ({ status: 200, text: JSON.stringify(graph) })
const ids = ({ Nodes }: Topology): string[] => Nodes.slice(2).map(({ ID, Online }) => `${ID} ${Online}`)

test('nodes of plugins have the name of the plugin, and replace no other node', async () => {
  const { map } = await open([row('mesh')], () =>
    reply({
      Nodes: [
        { ID: 'router', Name: 'fake', IP: '10.0.0.1' },
        { ID: 'dev:a', Name: 'fake', Online: false },
      ],
      Edges: [
        { From: 'router', To: 'dev:a' },
        { From: 'router', To: 'elsewhere' },
      ],
    }),
  )
  const drawn = await map()
  assert.deepEqual(ids(drawn), ['plugin:mesh true', 'plugin:mesh:router true', 'plugin:mesh:dev:a false'])
  assert.deepEqual(drawn.Nodes.slice(0, 2), MAP.Nodes)
  assert.deepEqual(
    drawn.Edges.map(({ From, To }) => `${From} ${To}`),
    [
      'router plugin:mesh',
      'plugin:mesh plugin:mesh:router',
      'plugin:mesh plugin:mesh:dev:a',
      'plugin:mesh:router plugin:mesh:dev:a',
    ],
  )
})

test('sinks are the ways out that plugins report', async () => {
  const sink = { ID: 'oslo', Name: 'Oslo', IP: '100.64.0.9', Online: false }
  const { map } = await open([row('tail')], () => reply({ Nodes: [], Sinks: [sink, { ID: 'b', Name: 'Bergen' }] }))
  const { Sinks, Nodes, Edges } = await map()
  assert.deepEqual(Sinks, [
    { ...sink, ID: 'plugin:tail:oslo', Iface: 'plg0' },
    { ID: 'plugin:tail:b', Name: 'Bergen', Iface: 'plg0', Online: true },
  ])
  assert.partialDeepStrictEqual(Nodes.at(-1), { ID: 'plugin:tail', Kind: 'extension', Style: { Icon: 'Puzzle' } })
  assert.equal(Edges[0]?.Kind, 'wired')
})

test('a node may be another router, and nothing that only the home has', async () => {
  const { map } = await open([row('mesh'), row('bad')], (socket) =>
    reply({ Nodes: [{ ID: 'attic', Name: 'attic', Kind: socket.includes('bad') ? 'router' : 'leaf_router' }] }),
  )
  const { Nodes } = await map()
  assert.partialDeepStrictEqual(
    Nodes.find(({ ID }) => ID === 'plugin:mesh:attic'),
    { Kind: 'leaf_router', Style: { Icon: 'Router' }, Online: true },
  )
  assert.partialDeepStrictEqual(
    Nodes.find(({ ID }) => ID === 'plugin:bad'),
    { Online: false },
  )
})

test('an edge may lead from an own node to a device, and not between devices', async () => {
  const { map } = await open([row('cast')], () =>
    reply({
      Nodes: [{ ID: 'hub', Name: 'hub' }],
      Edges: [
        { From: 'hub', To: 'dev:a' },
        { From: 'router', To: 'dev:a' },
      ],
    }),
  )
  const edges = (await map()).Edges.map(({ From, To }) => `${From} ${To}`)
  assert.deepEqual(edges.slice(2), ['plugin:cast:hub dev:a'])
})

test('a plugin without a valid answer is offline, and others are not affected', async () => {
  const { map, asked } = await open(
    [row('bad'), row('good'), row('off', { Enabled: false }), row('none', { HasTopology: false })],
    (socket) => reply(socket.includes('good') ? { Nodes: [] } : { Nodes: [{ ID: '<script>', Name: 'x' }] }),
  )
  assert.deepEqual(ids(await map()), ['plugin:bad false', 'plugin:good true'])
  assert.deepEqual(asked, [
    '/topology /data/state/plugins/bad/socket true',
    '/topology /data/state/plugins/good/socket true',
  ])
})

test('plugins are asked every ten seconds at most, and a disabled one is not shown', async () => {
  const { map, asked, machine, change } = await open([row('slow')], () => ({ status: 500, text: '' }))
  await Promise.all([map(), map()])
  assert.equal(asked.length, 1)
  await machine.clock.step(10_000)
  await map()
  assert.equal(asked.length, 2)
  await change((draft) => draft.plugins.put('slow', row('slow', { Enabled: false })))
  assert.deepEqual(ids(await map()), [])
})
