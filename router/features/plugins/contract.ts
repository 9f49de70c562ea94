import { z } from 'zod'
import { get } from '../operation.ts'

const list = {
  tag: 'plugins',
  summary: 'The plugins that are installed',
  description: 'None: this version takes no plugins yet.',
  reply: z
    .array(z.looseObject({ Name: z.string(), URI: z.string(), Enabled: z.boolean(), HasUI: z.boolean() }))
    .meta({ example: [] }),
} as const

export const plugins = {
  /** As API 0.3.0 has it. */
  plugins: get('/plugins', list),
  /** As its clients of today ask. */
  pluginsApi: get('/plugins_api', list),
}
