import { z } from 'zod'
import { phrase, schemaPhrase } from '../../../phrases/phrase.ts'
import { parseSubnet } from '../../../values/subnet.ts'
import { ScopedPaths } from '../../access/credentials/token.ts'
import type { TakenNet } from '../../home/dhcp/revision.ts'
import { Labels } from '../../home/groups/group.ts'
import { RequestedRight } from './right.ts'

const flag = (otherwise: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? otherwise)
const optional = <S extends z.ZodType<string>>(schema: S) => schema.nullish().transform((value) => value ?? '')
const labels = Labels.nullish().transform((names) => names ?? [])

export const PluginName = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9-]+$/, schemaPhrase('plugins.pluginName'))
  .meta({ description: 'The name of the plugin', example: 'sample' })

/** Segments of letters, digits and `-_.`; none is `.` or `..`. */
const URI = z
  .string()
  .max(128)
  .regex(/^(?!(?:.*\/)?\.{1,2}(?:\/|$))(?:[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*)?$/, schemaPhrase('plugins.uriPath'))

/** A file on the router as plugins name it: `/state/…` and `/configs/…` are directories in the data directory. */
const filePath = z
  .string()
  .max(256)
  .regex(/^(?!.*\/\.{1,2}(?:\/|$))(?:\/[A-Za-z0-9._-]+)*$/, schemaPhrase('plugins.absolutePath'))

/** A compose file, relative to the data directory. */
const ComposePath = z
  .string()
  .max(256)
  .regex(
    /^(?!(?:.*\/)?\.{1,2}\/)[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*\.ya?ml$/,
    schemaPhrase('plugins.composeRelativePath'),
  )
  .meta({ example: 'plugins/user/sample/docker-compose.yml' })

/** Compose files that superd runs, in addition to those of the router. */
export const ComposePaths = z.array(ComposePath).max(256)
export type ComposePaths = z.infer<typeof ComposePaths>

export const GitURL = z
  .string()
  .max(1024)
  .regex(/^https:\/\/[A-Za-z0-9.-]+(?::[0-9]{1,5})?\/[A-Za-z0-9._~/+-]+$/, schemaPhrase('plugins.gitUrl'))
  .meta({ example: 'https://github.com/example/sample-plugin' })

export const PLUGIN_POLICIES = ['wan', 'dns', 'api', 'lan', 'lan_upstream'] as const

/** The network of a plugin, and what it may reach. Empty lists permit nothing. */
export const NetworkCapabilities = z
  .object({
    Interface: optional(z.string().max(64)).meta({
      description: 'The link of its network; set by the router',
      example: 'plg0',
    }),
    Subnet: optional(z.string().max(64)).meta({
      description: 'The addresses of its network; set by the router',
      example: '172.30.0.0/28',
    }),
    DeviceMAC: z
      .literal('')
      .nullish()
      .transform(() => '' as const)
      .meta({ description: 'Empty: a plugin has a network, and is not a device' }),
    Policies: z
      .array(z.enum(PLUGIN_POLICIES))
      .max(PLUGIN_POLICIES.length)
      .nullish()
      .transform((policies) => [...new Set(policies ?? [])])
      .meta({ description: 'What its network may do', example: ['dns'] }),
    Groups: labels.meta({ description: 'Groups that its network is in' }),
    Tags: labels.meta({ description: 'Tags of its network' }),
  })
  .meta({ id: 'PluginNetworkCapabilities' })
export type NetworkCapabilities = z.output<typeof NetworkCapabilities>

const noCapabilities = (): NetworkCapabilities => NetworkCapabilities.parse({})

/** A plugin, with the field names of API 0.3.0 and those that present clients use. */
export const PluginEntry = z
  .object({
    Name: PluginName,
    URI: optional(URI).meta({
      description: 'Its API paths begin with `/plugins/` and this text; empty for a service without an API',
      example: 'sample',
    }),
    UnixPath: optional(filePath).meta({
      description: 'Path of its Unix socket, `/state/plugins/NAME/socket` by default',
      example: '/state/plugins/sample/socket',
    }),
    Enabled: flag(false).meta({ description: 'The plugin runs' }),
    Plus: flag(false).meta({ description: 'It is an extension that needs a PLUS token' }),
    GitURL: optional(z.union([z.literal(''), GitURL])).meta({ description: 'The address of its source repository' }),
    ComposeFilePath: optional(z.union([z.literal(''), ComposePath])).meta({
      description: 'The path of its Docker Compose file; empty for a plugin that is started by other means',
    }),
    HasUI: flag(false).meta({ description: 'It has web pages' }),
    SandboxedUI: flag(true).meta({ description: 'Its pages are shown in a sandboxed frame' }),
    HasTopology: flag(false).meta({ description: 'It answers `GET /topology` with nodes for the network map' }),
    Icon: optional(z.string().max(256)).meta({ description: 'The name of an icon, for clients' }),
    InstallTokenPath: optional(filePath).meta({
      description: 'The file that receives its API token, in `/configs/plugins/NAME/`; empty for no token',
      example: '/configs/plugins/sample/api-token',
    }),
    ScopedPaths: ScopedPaths.nullish().transform((paths) => paths ?? []),
    NetworkCapabilities: NetworkCapabilities.nullish()
      .transform((given) => given ?? noCapabilities())
      .meta({ description: 'Its network, and what that may reach' }),
    Runtime: z
      .enum(['', 'default'])
      .nullish()
      .transform((value) => value ?? '')
      .meta({ description: 'How its containers run; this router has the default runtime' }),
  })
  .meta({ id: 'PluginEntry' })
export type PluginEntry = z.output<typeof PluginEntry>

/** A plugin as listed. */
export const ListedPlugin = PluginEntry.extend({
  AvailableRuntimes: z.array(z.string()).meta({ description: 'Runtimes that `Runtime` may name' }),
  Rights: z.array(RequestedRight).optional().meta({ description: 'The rights that the owner has confirmed' }),
  Revision: z.string().optional().meta({ description: 'The git commit that is installed' }),
})
export type ListedPlugin = z.output<typeof ListedPlugin>

/** A plugin as stored, under its name in lower case. */
export const KeptPlugin = z.object({
  ...PluginEntry.shape,
  /** Confirmed by the owner with a one-time code. */
  Rights: z.array(RequestedRight),
  /** The git commit; empty for a plugin that was not installed from a repository. */
  Revision: z.string(),
  /** The key of its API token; empty for none. */
  TokenKey: z.string(),
})
export type KeptPlugin = z.output<typeof KeptPlugin>

/** Names are compared without regard to case. */
export const keyOfPlugin = ({ Name }: Pick<PluginEntry, 'Name'>): string => Name.toLowerCase()

export const listed = ({ TokenKey: _, ...plugin }: KeptPlugin): ListedPlugin => ({
  ...plugin,
  AvailableRuntimes: plugin.ComposeFilePath === '' ? [] : ['default'],
})

export const pluginNets = (plugins: Iterable<Pick<KeptPlugin, 'Name' | 'NetworkCapabilities'>>): TakenNet[] =>
  [...plugins].flatMap(({ Name, NetworkCapabilities: { Subnet } }) => {
    const net = parseSubnet(Subnet)
    return net ? [{ by: phrase('plugins.networkOfPlugin', Name), net }] : []
  })
