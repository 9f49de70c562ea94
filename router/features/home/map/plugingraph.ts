import { z } from 'zod'
import type { Core } from '../../../core.ts'
import type { Topology, TopologyEdge, TopologyNode } from '../../../model/home/map/contract.ts'
import { inData } from '../../../model/plugins/installed/paths.ts'
import type { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import { STATUS } from '../../../wire/http.ts'
import { styleOf } from './topology.ts'

const TIMEOUT_MS = 1000
const MOST_BYTES = 256 << 10
/** A plugin that is slow delays one map in this time. */
const FRESH_MS = 10_000

const id = z.string().regex(/^[\w.:@/-]{1,128}$/)
const PluginGraph = z.object({
  Nodes: z
    .array(
      z.object({
        ...{ ID: id, Name: z.string().max(128), IP: z.ipv4().optional(), Online: z.boolean().default(true) },
        /** `leaf_router`: another router, such as one of a mesh that the plugin runs. */
        Kind: z.enum(['extension', 'leaf_router']).default('extension'),
      }),
    )
    .max(256),
  Edges: z
    .array(z.object({ From: id, To: id }))
    .max(1024)
    .default([]),
  /** Ways out of the home through the plugin. */
  Sinks: z
    .array(z.object({ ID: id, Name: z.string().max(128), IP: z.ipv4().optional(), Online: z.boolean().default(true) }))
    .max(64)
    .default([]),
})
type PluginGraph = z.output<typeof PluginGraph>

/** An enabled plugin that has nodes for the map, and those; undefined if it does not answer with a valid graph. */
export interface AnsweredPlugin {
  readonly plugin: KeptPlugin
  readonly graph: PluginGraph | undefined
}

/** Gets the parts of the map from the plugins with `HasTopology`, at most every 10 seconds. */
export function openPluginGraphs({
  facts,
  machine,
  data,
}: Pick<Core, 'facts' | 'machine' | 'data'>): () => Promise<readonly AnsweredPlugin[]> {
  let known: { readonly at: number; readonly answers: Promise<readonly AnsweredPlugin[]> } | undefined

  async function ask(plugin: KeptPlugin): Promise<AnsweredPlugin> {
    try {
      const { status, text } = await machine.requestUnix({
        ...{ socket: inData(data, plugin.UnixPath), isUntrusted: true, method: 'GET', target: '/topology' },
        ...{ timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES },
      })
      return { plugin, graph: status === STATUS.ok ? PluginGraph.parse(JSON.parse(text)) : undefined }
    } catch {
      return { plugin, graph: undefined }
    }
  }

  return async () => {
    const now = machine.clock.monotonic()
    const asked = [...facts.plugins.values()].filter(
      ({ Enabled, HasTopology, UnixPath }) => Enabled && HasTopology && UnixPath !== '',
    )
    if (!known || now - known.at >= FRESH_MS) known = { at: now, answers: Promise.all(asked.map(ask)) }
    const answers = await known.answers
    return answers.filter(({ plugin }) => asked.includes(plugin))
  }
}

/**
 * The map with the nodes of plugins. Their IDs begin with `plugin:` and the name of the plugin, so that they replace no other node;
 * edges lead to own nodes, or to nodes of the map.
 */
export function withPlugins(map: Topology, answers: readonly AnsweredPlugin[]): Topology {
  if (answers.length === 0) return map
  const present = new Set(map.Nodes.map(({ ID }) => ID))
  const nodes: TopologyNode[] = []
  const edges: TopologyEdge[] = []
  const sinks: Topology['Sinks'] = []
  const Style = styleOf('extension')
  for (const { plugin, graph } of answers) {
    const { Name, NetworkCapabilities } = plugin
    const root = `plugin:${Name}`
    const idOf = (ID: string): string => `${root}:${ID}`
    const own = new Set(graph?.Nodes.map(({ ID }) => idOf(ID)))
    const target = (ID: string): string | undefined => (own.has(idOf(ID)) ? idOf(ID) : present.has(ID) ? ID : undefined)
    const Iface = NetworkCapabilities.Interface
    nodes.push({ ID: root, Kind: 'extension', Style, Name, Online: graph !== undefined, ...(Iface && { Iface }) })
    edges.push({ From: 'router', To: root, Layer: 'l1', Kind: 'wired' })
    for (const { ID, ...node } of graph?.Nodes ?? []) {
      nodes.push({ ID: idOf(ID), ...node, Style: styleOf(node.Kind) })
      edges.push({ From: root, To: idOf(ID), Layer: 'l1', Kind: 'wired' })
    }
    for (const { ID, ...sink } of graph?.Sinks ?? []) sinks.push({ ID: idOf(ID), Iface, ...sink })
    for (const edge of graph?.Edges ?? []) {
      const [From, To] = [target(edge.From), target(edge.To)]
      // Between other nodes, it would be a claim about them.
      if (From && To && (own.has(From) || own.has(To))) edges.push({ From, To, Layer: 'l1', Kind: 'wired' })
    }
  }
  return { ...map, Nodes: [...map.Nodes, ...nodes], Edges: [...map.Edges, ...edges], Sinks: [...map.Sinks, ...sinks] }
}
