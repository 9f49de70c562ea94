import { z } from 'zod'
import { get } from '../operation.ts'

/** What a client is told of a plugin. */
const PluginEntry = z
  .looseObject({
    Name: z.string(),
    URI: z.string().meta({ description: 'Its paths begin with `/plugins/` and this' }),
    UnixPath: z.string().meta({ description: 'The socket it answers on' }),
    Enabled: z.boolean(),
    Plus: z.boolean(),
    GitURL: z.string(),
    ComposeFilePath: z.string(),
    HasUI: z.boolean(),
    SandboxedUI: z.boolean(),
    InstallTokenPath: z.string(),
    ScopedPaths: z.array(z.string()).meta({ description: 'What the token it is given may call' }),
  })
  .meta({ id: 'PluginEntry' })

const list = {
  tag: 'plugins',
  summary: 'The plugins that are installed',
  description: 'None: this version takes no plugins yet.',
  reply: z.array(PluginEntry).meta({ example: [] }),
} as const

export const plugins = {
  /** As API 0.3.0 has it. */
  plugins: get('/plugins', list),
  /** As its clients of today ask. */
  pluginsApi: get('/plugins_api', list),
}
