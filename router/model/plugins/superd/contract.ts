import { z } from 'zod'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { get, post, put } from '../../operation.ts'
import { Obstacle } from '../installed/obstacle.ts'
import { Requests } from '../installed/requests.ts'
import { RequestedRight } from '../installed/right.ts'

const tag = 'unix_superd'

const composeFile = z.string().max(512).meta({
  description: 'The compose file, relative to the data directory. It must be in the list of allowed compose files',
  example: 'plugins/user/sample/docker-compose.yml',
})
const chosen = {
  service: z.string().max(128).default('').meta({ description: 'One service; all by default' }),
  compose_file: composeFile,
}
const project = { compose_file: composeFile }

const refused = {
  400: 'The compose file is not allowed, requests a right that is not confirmed, is not supported, or the command failed',
  503: 'There is no container engine, or it does not answer',
}

/** The network and the limits of a plugin. Those of the last start apply if they are missing. */
export const Start = z.object({
  Network: z
    .object({
      Bridge: z
        .string()
        .regex(/^(spr-|plg)[\w.-]{1,11}$/)
        .meta({ description: 'The link of the network in the kernel', example: 'plg0' }),
      Subnet: z
        .string()
        .regex(/^172\.(1[6-9]|2\d|3[01])(\.\d{1,3}){2}\/(2[0-9]|30)$/)
        .meta({ description: 'Its IPv4 addresses; the first one is the router’s', example: '172.30.0.0/28' }),
    })
    .optional()
    .meta({ description: 'The only network of the containers. Without one they have none' }),
  Limits: z
    .object({
      CPU: z.number().positive().max(1024).meta({ description: 'In cores', example: 1 }),
      MemoryMiB: z.number().positive().max(1e6).meta({ description: 'Memory, in MiB', example: 256 }),
      PIDs: z.number().positive().max(1e6).meta({ description: 'Processes and threads', example: 256 }),
      LogMiB: z.number().positive().max(1e5).meta({ description: 'Size of the log, in MiB', example: 10 }),
      DiskMiB: z.number().positive().max(1e7).meta({ description: 'Disk space, in MiB', example: 1024 }),
    })
    .optional()
    .meta({ description: 'Limits of all containers of the plugin together' }),
})
export type Start = z.infer<typeof Start>

const Rights = z.array(RequestedRight).readonly()

const start = {
  tag,
  summary: 'Start a plugin',
  description:
    'Images that are missing are built or downloaded; then they do not change before an update. Answers when the containers run.',
  query: chosen,
  effects: true,
  errors: refused,
} as const
const stop = { tag, summary: 'Stop a plugin', query: chosen, effects: true, errors: refused } as const

const Registry = z.object({
  Username: z.string().max(256).meta({ description: 'The user name' }),
  Secret: z.string().max(4096).meta({ description: 'The access token' }),
})
const registry = {
  tag,
  summary: 'Sign in to the registry ghcr.io',
  description: 'The access token is stored for downloads of images from `ghcr.io`. An empty one is deleted.',
  effects: true,
} as const

const gitUrl = z.string().max(1024).meta({
  description: 'The address of the repository, which begins with `https://`',
  example: 'https://git.example/sample',
})
const updateGit = {
  tag,
  summary: 'Clone or update the repository of a plugin',
  query: { git_url: gitUrl },
  effects: true,
  errors: refused,
} as const

export const superdSocket = {
  /** The method of API 0.3.0. */
  startPlugin: get('/start', start),
  start: put('/start', { ...start, body: Start, bodyOptional: true }),
  restart: put('/restart', {
    tag,
    summary: 'Stop a plugin and start it again',
    query: chosen,
    body: Start,
    bodyOptional: true,
    errors: refused,
  }),
  /** The method of API 0.3.0. */
  stopPlugin: get('/stop', stop),
  stop: put('/stop', stop),
  down: put('/down', {
    tag,
    summary: 'Stop a plugin and remove its containers and its network',
    query: project,
    errors: refused,
  }),
  remove: put('/remove', {
    tag,
    summary: 'Remove a plugin with its images, volumes and cloned files',
    query: project,
    errors: refused,
  }),
  build: put('/build', { tag, summary: 'Build or download the images of a plugin', query: project, errors: refused }),
  /** The method of API 0.3.0. */
  updatePlugin: get('/update', {
    tag,
    summary: 'Update a plugin',
    query: chosen,
    effects: true,
    errors: refused,
  }),
  update: put('/update', {
    tag,
    summary: 'Update a plugin',
    description:
      'Installs the newest revision and the newest images, unless the new version requests a right that is not confirmed, or its ' +
      '`plugin.json` requests more than before and `Reviewed` is not its commit. If its containers do not become healthy within ' +
      '90 seconds, the version before is started again.',
    query: chosen,
    body: z.object({
      Addresses: z
        .array(z.string().max(64))
        .max(64)
        .optional()
        .meta({ description: 'The IPv4 addresses of the git server' }),
      Reviewed: z.string().max(64).optional().meta({ description: 'The git commit that the owner has reviewed' }),
    }),
    bodyOptional: true,
    reply: z.object({
      Updated: z.boolean().meta({ description: 'The new version is installed' }),
      Revision: z.string().meta({ description: 'The newest git commit; empty for a plugin that was not cloned' }),
      Requests: Requests.meta({ description: 'What its `plugin.json` requests' }),
      Before: Requests.meta({ description: 'What that of the version before requests' }),
      Rights: Rights.meta({ description: 'The rights that the new version requests' }),
      RolledBack: z.boolean().optional().meta({ description: 'The new version failed and the one before runs' }),
      Reason: z.string().optional().meta({ description: 'Why, with `RolledBack`' }),
      Coded: CodedMessage.optional().meta({ description: 'The same as a code with its values' }),
    }),
    errors: refused,
  }),
  clone: put('/clone', {
    tag,
    summary: 'Clone the repository of a plugin',
    description:
      'Only with `https://`, without submodules, hooks and symbolic links, at most 256 MiB in 5 minutes. superd connects to ' +
      'a public address of the list and resolves no name.',
    body: z.object({
      URL: gitUrl,
      Addresses: z.array(z.string().max(64)).max(64).meta({ description: 'The IPv4 addresses of the git server' }),
      AllowPrivate: z.boolean().default(false).meta({ description: 'Also a server on a private network' }),
    }),
    reply: z.object({
      Directory: z.string().meta({ description: 'Relative to the data directory', example: 'plugins/user/sample' }),
      Description: z.unknown().meta({ description: 'The content of `plugin.json`' }),
      Revision: z.string().meta({ description: 'The git commit' }),
      Rights,
    }),
    errors: { ...refused, 409: 'The plugin is installed' },
  }),
  source: get('/git_source', {
    tag,
    summary: 'Repository of a plugin',
    query: project,
    reply: z.string().meta({ example: 'https://git.example/sample' }),
    errors: { 404: 'The plugin was not cloned' },
  }),
  rights: get('/rights', {
    tag,
    summary: 'Rights that a compose file requests',
    query: project,
    reply: Rights,
    errors: refused,
  }),
  /** The method of API 0.3.0. */
  signInByQuery: get('/ghcr_auth', {
    ...registry,
    query: {
      username: z.string().max(256).default('').meta({ description: 'The user name' }),
      secret: z
        .string()
        .max(4096)
        .default('')
        .meta({ description: 'The access token. Better in a body: addresses are logged' }),
    },
  }),
  signIn: put('/ghcr_auth', { ...registry, body: Registry }),
  /** The method of API 0.3.0. */
  updateGitPlugin: get('/update_git', updateGit),
  updateGit: put('/update_git', updateGit),
  gitVersion: get('/git_version', {
    tag,
    summary: 'Version of the source of the router or of a plugin',
    query: {
      plugin: z.string().max(128).default('').meta({ description: 'The directory of a plugin; the router by default' }),
    },
    reply: z.string().meta({ example: 'v0.1.23' }),
    errors: { 400: 'There is no such plugin' },
  }),
  containerVersion: get('/container_version', {
    tag,
    summary: 'Version of the router or of the container of a plugin',
    query: { container: z.string().max(128).default('').meta({ description: 'A service; the router by default' }) },
    reply: z.string().meta({ example: '0.1.23' }),
    errors: { 400: 'There is no such container' },
  }),
  dockerPs: get('/docker_ps', {
    tag,
    summary: 'State of a container, as JSON text',
    query: chosen,
    reply: z.string().meta({ example: '{"ID":"5126341ac673","Service":"sample","State":"running"}' }),
    errors: { 404: 'It does not run' },
  }),
  dockerInfo: get('/docker_info', { tag, summary: 'State of the container engine', reply: z.unknown() }),
  containers: get('/containers', { tag, summary: 'Containers, as the engine lists them', reply: z.array(z.unknown()) }),
  networks: get('/networks', { tag, summary: 'Networks, as the engine lists them', reply: z.array(z.unknown()) }),
  ready: get('/ready', {
    tag,
    summary: 'Whether containers can run',
    reply: z.object({
      Ready: z.boolean(),
      Reason: z.string().optional().meta({ description: 'Why not' }),
      Obstacle: Obstacle.optional().meta({ description: 'The same for programs' }),
    }),
  }),
  release: get('/release', {
    tag,
    summary: 'Release of the router',
    reply: z.object({ CustomChannel: z.string(), CustomVersion: z.string(), Current: z.string() }),
  }),
  remoteTags: post('/remote_container_tags', {
    tag,
    summary: 'Tags of an image in its registry',
    description: 'With the sign-in for `ghcr.io`, if there is one.',
    body: z.object({
      image: z.string().max(512).meta({ description: 'The image, with its registry', example: 'ghcr.io/owner/name' }),
    }),
    effects: true,
    reply: z.object({ tags: z.array(z.string()).meta({ example: ['latest'] }) }),
    errors: { 400: 'The image is not valid, or the registry refuses', 503: 'The registry does not answer' },
  }),
  composePaths: get('/compose_paths', { tag, summary: 'Allowed compose files', reply: z.array(z.string()) }),
}
