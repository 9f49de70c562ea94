import { inData } from '../../../model/plugins/installed/paths.ts'
import type { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import type { Facts } from '../../../store/facts.ts'

/** A path of a plugin. */
export interface PluginPath {
  readonly plugin: KeptPlugin
  /** The path as the plugin sees it: `/` or longer. */
  readonly rest: string
}

/**
 * The enabled plugin that this path belongs to, below `base`, such as `/plugins`. Undefined if there is none, and for paths with dot segments,
 * which the scopes of a token and the plugin could read differently, or that are no UTF-8.
 */
export function pluginAt({ plugins }: Pick<Facts, 'plugins'>, base: string, path: string): PluginPath | undefined {
  if (!path.startsWith(`${base}/`) || hasDotSegment(path)) return undefined
  for (const plugin of plugins.values()) {
    if (!plugin.Enabled || plugin.URI === '') continue
    const root = rootOf(base, plugin)
    if (path === root) return { plugin, rest: '/' }
    if (path.startsWith(`${root}/`)) return { plugin, rest: path.slice(root.length) }
  }
  return undefined
}

/** Also with an encoded slash, which the plugin may decode. */
function hasDotSegment(path: string): boolean {
  try {
    return /[/\\]\.{1,2}(?:[/\\]|$)/.test(decodeURIComponent(path))
  } catch {
    return true
  }
}

/** The path that a plugin is served at. */
export const rootOf = (base: string, { URI }: Pick<KeptPlugin, 'URI'>): string => `${base}/${URI}`

/** The socket of a plugin on this machine. */
export const socketOf = (data: string, { UnixPath }: Pick<KeptPlugin, 'UnixPath'>): string => inData(data, UnixPath)
