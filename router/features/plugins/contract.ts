import { z } from 'zod'
import { get } from '../operation.ts'

/** A plugin as clients see it. */
export const PluginEntry = z
  .looseObject({
    Name: z.string().meta({ description: 'The name of the plugin' }),
    URI: z.string().meta({ description: 'Its paths begin with `/plugins/` and this' }),
    UnixPath: z.string().meta({ description: 'The socket it answers on' }),
    Enabled: z.boolean().meta({ description: 'The plugin runs' }),
    Plus: z.boolean().meta({ description: 'It needs a paid subscription' }),
    GitURL: z.string().meta({ description: 'The address of its source repository' }),
    ComposeFilePath: z.string().meta({ description: 'The path of its Docker Compose file' }),
    HasUI: z.boolean().meta({ description: 'It has pages of its own' }),
    SandboxedUI: z.boolean().meta({ description: 'Its pages are shown in a sandboxed frame' }),
    InstallTokenPath: z.string().meta({ description: 'The file that receives the token it is given' }),
    ScopedPaths: z.array(z.string()).meta({ description: 'What the token it is given may call' }),
  })
  .meta({ id: 'PluginEntry' })
export type PluginEntry = z.infer<typeof PluginEntry>

const list = {
  tag: 'plugins',
  summary: 'The plugins that are installed',
  description:
    'The parts of the router that existing clients look for among plugins. They cannot be switched off or removed; this ' +
    'version takes no others yet.',
  reply: z.array(PluginEntry),
} as const

export const plugins = {
  /** As API 0.3.0 has it. */
  plugins: get('/plugins', list),
  /** As its clients of today ask. */
  pluginsApi: get('/plugins_api', list),
}
