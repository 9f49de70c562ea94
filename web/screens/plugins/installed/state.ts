import { z } from 'zod'
import type { Obstacle } from '../../../../router/model/plugins/installed/obstacle.ts'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import type { Plugin } from './plugin.ts'

const texts = pluginTexts.state

/** The fields of a network and a container of Docker Engine that are used here. */
const Network = z.object({ Name: z.string(), Options: z.record(z.string(), z.string()).nullish() })
const PluginContainer = z.object({
  State: z.string(),
  Status: z.string().optional(),
  NetworkSettings: z.object({ Networks: z.record(z.string(), z.unknown()).nullish() }).nullish(),
})
export type PluginContainer = z.infer<typeof PluginContainer>

const BRIDGE_OPTION = 'com.docker.network.bridge.name'

/** Lists of the container engine, without entries of another form. */
export interface EngineLists {
  readonly containers: readonly unknown[]
  readonly networks: readonly unknown[]
}

const parsed = <T>(schema: z.ZodType<T>, entries: readonly unknown[]): T[] =>
  entries.flatMap((entry) => {
    const result = schema.safeParse(entry)
    return result.success ? [result.data] : []
  })

/** The containers of a plugin, which are those on its network. */
export function containersOf(
  { NetworkCapabilities }: Plugin,
  { containers, networks }: EngineLists,
): PluginContainer[] {
  const { Interface } = NetworkCapabilities
  if (Interface === '') return []
  const own = parsed(Network, networks).filter(({ Options }) => Options?.[BRIDGE_OPTION] === Interface)
  return parsed(PluginContainer, containers).filter(({ NetworkSettings }) =>
    own.some(({ Name }) => NetworkSettings?.Networks?.[Name] !== undefined),
  )
}

export interface PluginState {
  readonly kind: 'up' | 'down' | 'idle'
  readonly words: string
}

/**
 * The state of a plugin for its owner. `engine`: undefined until it is loaded. `isReady`: whether containers can run; undefined until it
 * is known.
 */
export function stateOfPlugin(
  plugin: Plugin,
  engine: EngineLists | undefined,
  isReady: boolean | undefined,
): PluginState {
  const { Enabled, ComposeFilePath } = plugin
  if (ComposeFilePath === '') return { kind: 'idle', words: Enabled ? texts.outside : texts.off }
  if (!Enabled) return { kind: 'idle', words: texts.stopped }
  if (isReady === false) return { kind: 'down', words: texts.unavailable }
  if (!engine) return { kind: 'idle', words: '' }
  const containers = containersOf(plugin, engine)
  const is = (...states: string[]) => containers.find(({ State }) => states.includes(State))
  const ended = is('exited', 'dead', 'restarting')
  if (ended) return { kind: 'down', words: texts.crashing(ended.Status ?? ended.State) }
  if (containers.length === 0) return { kind: 'down', words: texts.down }
  if (containers.some(({ State }) => State !== 'running')) return { kind: 'idle', words: texts.starting }
  if (containers.some(({ Status }) => Status?.includes('(unhealthy)'))) return { kind: 'down', words: texts.unhealthy }
  return { kind: 'up', words: texts.running }
}

interface Runtime {
  readonly Reason?: string | undefined
  readonly Obstacle?: Obstacle | undefined
}

/** Why containers cannot run, or the words of the router where it gives no code. */
export const unavailableWords = ({ Reason = '', Obstacle }: Runtime): string =>
  Obstacle ? pluginTexts.unavailableBecause[Obstacle.Code](Obstacle.Detail) : Reason
