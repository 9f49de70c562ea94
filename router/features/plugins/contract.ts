import { z } from 'zod'
import { get } from '../operation.ts'

/** A plugin, with the field names of API 0.3.0. */
export const PluginEntry = z
  .looseObject({
    Name: z.string().meta({ description: 'The name of the plugin' }),
    URI: z.string().meta({ description: 'Its API paths begin with `/plugins/` and this text' }),
    UnixPath: z.string().meta({ description: 'Path of its Unix socket' }),
    Enabled: z.boolean().meta({ description: 'The plugin runs' }),
    Plus: z.boolean().meta({ description: 'It needs a paid subscription' }),
    GitURL: z.string().meta({ description: 'The address of its source repository' }),
    ComposeFilePath: z.string().meta({ description: 'The path of its Docker Compose file' }),
    HasUI: z.boolean().meta({ description: 'It has web pages' }),
    SandboxedUI: z.boolean().meta({ description: 'Its pages are shown in a sandboxed frame' }),
    InstallTokenPath: z.string().meta({ description: 'The file for its API token' }),
    ScopedPaths: z.array(z.string()).meta({ description: 'Scopes of its API token' }),
  })
  .meta({ id: 'PluginEntry' })
export type PluginEntry = z.infer<typeof PluginEntry>

const list = {
  tag: 'plugins',
  summary: 'Installed plugins',
  description:
    'Built-in parts of the router that existing clients expect among plugins. They cannot be disabled or removed; ' +
    'this version takes no other plugins yet.',
  reply: z.array(PluginEntry),
} as const

export const plugins = {
  /** The path of API 0.3.0. */
  plugins: get('/plugins', list),
  /** The path that present clients use. */
  pluginsApi: get('/plugins_api', list),
}
