import { z } from 'zod'

/**
 * What a plugin requests beyond the default confinement: lines of its compose file, `capture` for a path of its API token that others
 * need a one-time code for, and `api` for a path that gives control of the router.
 */
const RIGHT_KINDS = [
  'privileged',
  'host_network',
  'host_pid',
  'docker_socket',
  'device',
  'capability',
  'mount',
  'published_port',
  'security',
  'capture',
  'api',
  'other',
] as const

/** A right that a plugin requests. The plugin does not run before the owner has confirmed the line. */
export const RequestedRight = z
  .object({
    Service: z
      .string()
      .max(256)
      .meta({ description: 'The service in the compose file, or `plugin.json`', example: 'sample' }),
    Line: z
      .int()
      .nonnegative()
      .meta({ description: 'Line number in the compose file; 0 for a path of the API token', example: 12 }),
    Text: z.string().max(4096).meta({ description: 'The line', example: 'privileged: true' }),
    Kind: z.enum(RIGHT_KINDS).meta({ description: 'What it asks for', example: 'privileged' }),
    Reason: z.string().max(1024).meta({
      description: 'What it permits, in one sentence',
      example: 'The plugin can do everything on the router.',
    }),
    Secrets: z.boolean().optional().meta({
      description: '`mount`: whether the path contains the passwords and settings of the router',
      example: false,
    }),
  })
  .meta({ id: 'RequestedRight' })
export type RequestedRight = z.infer<typeof RequestedRight>

/** Rights are the same if service, text of the line and kind are the same; the line may move within the file. */
export const isSameRight = (
  a: Pick<RequestedRight, 'Service' | 'Text' | 'Kind'>,
  b: Pick<RequestedRight, 'Service' | 'Text' | 'Kind'>,
): boolean => a.Service === b.Service && a.Text === b.Text && a.Kind === b.Kind
