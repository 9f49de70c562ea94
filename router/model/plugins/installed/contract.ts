import { z } from 'zod'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { del, get, put } from '../../operation.ts'
import { Obstacle } from './obstacle.ts'
import { ComposePaths, GitURL, ListedPlugin, PluginEntry, PluginName } from './plugin.ts'
import { Requests } from './requests.ts'
import { RequestedRight } from './right.ts'

const AllowPrivate = z.boolean().meta({
  description: 'The git server may be on a private network; by default that is refused',
})

/** A right that the owner confirms, line by line. */
const ReviewedRight = RequestedRight.extend({
  Confirmed: z.boolean().nullish().meta({ description: 'The owner agrees to this line', example: true }),
})

/** A downloaded plugin: what it requests, and whether it can run. */
export const InstallPlan = ListedPlugin.extend({
  Revision: z.string().meta({ description: 'The git commit' }),
  AllowPrivate,
  Rights: z.array(ReviewedRight).meta({ description: 'Lines of its compose file that need to be confirmed' }),
  RuntimeReady: z.boolean().meta({ description: 'Containers can run on this router' }),
  RuntimeUnavailableReason: z.string().optional().meta({ description: 'Why not' }),
  RuntimeObstacle: Obstacle.optional().meta({ description: 'The same for programs' }),
})
export type InstallPlan = z.output<typeof InstallPlan>

const allPlugins = z.array(ListedPlugin)

const list = {
  tag: 'plugins',
  summary: 'Installed plugins',
  description:
    'Parts of the router that existing clients expect among plugins, the extensions of PLUS while there is a PLUS token, and the ' +
    'installed plugins.',
  reply: allPlugins,
} as const

const name = { name: PluginName }
const NO_PLUGIN = 'No such plugin'
/** What an update takes away. */
const Dropped = Requests.extend({
  Rights: z.array(RequestedRight).meta({ description: 'Rights of its compose file and its API token' }),
}).meta({ id: 'PluginDropped' })
const BUSY = 'Another call is changing the plugin'
const NO_ENGINE = 'The container engine or superd is not running; the message gives the reason'

const update = {
  tag: 'plugins',
  isSlow: true,
  summary: 'Add or change a plugin',
  description:
    'Enabling a plugin starts its containers and its path below `/plugins/`; disabling stops both. Its network is its own link: ' +
    '`Policies`, `Groups` and `Tags` in `NetworkCapabilities` are what it may reach, and nothing else is permitted. A proof of a one-time ' +
    'code (`X-JWT-OTP`) is needed for a new `GitURL` and for new paths of its API token. Parts of the router are listed, but cannot be ' +
    'changed here; PFW and MESH can be enabled.',
  mayNeedCode: true,
  params: name,
  body: PluginEntry.meta({
    example: {
      Name: 'sample',
      URI: 'sample',
      UnixPath: '/state/plugins/sample/socket',
      Enabled: true,
      HasUI: true,
      NetworkCapabilities: { Policies: ['dns'] },
    },
  }),
  reply: allPlugins.meta({ description: 'All plugins' }),
  errors: {
    302: 'A proof of a one-time code is needed (for calls with `X-Requested-With: react`; 401 for others)',
    409: BUSY,
    503: NO_ENGINE,
  },
} as const

const remove = {
  tag: 'plugins',
  isSlow: true,
  summary: 'Delete a plugin',
  description:
    'Removes its containers, network and API token, and its directory if it was installed from a repository. The body is ignored: ' +
    'existing clients send the plugin.',
  params: name,
  body: z.unknown().meta({ description: 'Ignored', example: {} }),
  bodyOptional: true,
  reply: allPlugins.meta({ description: 'The other plugins' }),
  errors: { 404: NO_PLUGIN, 409: BUSY },
} as const

const PluginUrl = GitURL.meta({ description: 'A git repository', example: 'https://github.com/example/sample-plugin' })

/** The address alone, as existing clients send it, or with options. */
const PluginSource = z
  .union([PluginUrl, z.strictObject({ URL: PluginUrl, AllowPrivate: AllowPrivate.nullish() })])
  .meta({ example: 'https://github.com/example/sample-plugin' })

const DOWNLOAD_ERRORS = {
  400: 'The address or the description of the plugin is not valid, or the download failed',
  409: 'The plugin is installed already',
  503: NO_ENGINE,
} as const

/** The state of an image, as clients of the reference show it. */
const ImageState = z
  .object({
    Image: z.string().meta({ description: 'The image' }),
    Digest: z.string().meta({ description: 'Its digest' }),
    Verified: z.boolean().meta({ description: 'A signature was verified; this version verifies none' }),
    Time: z.string().meta({ description: 'RFC 3339' }),
    Error: z.string().optional().meta({ description: 'Why it is not verified' }),
  })
  .meta({ id: 'ImageState' })
export type ImageState = z.output<typeof ImageState>

const attest = {
  tag: 'plugins',
  reply: z.array(ImageState),
  errors: { 503: NO_ENGINE },
} as const

export const plugins = {
  /** The path of API 0.3.0. */
  plugins: get('/plugins', list),
  /** The path that present clients use. */
  pluginsApi: get('/plugins_api', list),
  // Scopes of a plugin's own path must not include its entry.
  update: put('/plugins/{name}', { ...update, scopedAs: '/plugins' }),
  updateApi: put('/plugins_api/{name}', update),
  remove: del('/plugins/{name}', { ...remove, scopedAs: '/plugins' }),
  removeApi: del('/plugins_api/{name}', remove),
  restart: put('/plugins_api/{name}/restart', {
    tag: 'plugins',
    isSlow: true,
    summary: 'Restart the containers of a plugin',
    params: name,
    errors: { 404: NO_PLUGIN, 409: BUSY, 503: NO_ENGINE },
  }),
  updateContainer: put('/plugins_api/{name}/update_container', {
    tag: 'plugins',
    isSlow: true,
    summary: 'Update a plugin',
    description:
      'Downloads the current version and starts it; if it does not become healthy, the previous version runs again (`RolledBack`). If the ' +
      'new version requests more, nothing is changed: `Rights` lists lines of its compose file that were not confirmed, and `Requests` what its ' +
      '`plugin.json` adds. To update, send `Rights` back with `Confirmed`, `Revision` as it was returned, and in `Grant` what the plugin gets of ' +
      '`Requests`; a proof of a one-time code is needed. What the new version no longer requests (`Dropped`) is taken away.',
    mayNeedCode: true,
    params: name,
    body: z
      .strictObject({
        Rights: z.array(ReviewedRight).max(256).nullish().meta({ description: 'The confirmed rights' }),
        Revision: z.string().max(64).nullish().meta({ description: 'The reviewed git commit' }),
        Grant: Requests.nullish().meta({ description: 'What the plugin gets of `Requests`; nothing by default' }),
      })
      .meta({ example: {} }),
    bodyOptional: true,
    reply: z.object({
      Updated: z.boolean().meta({ description: 'A new version runs' }),
      Revision: z.string().meta({ description: 'The newest git commit; empty for a plugin without a repository' }),
      Rights: z.array(ReviewedRight).meta({ description: 'Lines that need to be confirmed first' }),
      Requests: Requests.meta({ description: 'What the new version requests in addition, before it is installed' }),
      Dropped: Dropped.meta({ description: 'What the plugin had and the new version does not request' }),
      RolledBack: z
        .boolean()
        .optional()
        .meta({ description: 'The new version did not start or did not become healthy; the previous one runs again' }),
      Reason: z.string().optional().meta({ description: 'Why, with `RolledBack`' }),
      Coded: CodedMessage.optional().meta({ description: 'The same as a code with its values' }),
    }),
    errors: { 404: NO_PLUGIN, 409: BUSY, 502: 'The update failed', 503: NO_ENGINE },
  }),
  runtime: get('/plugin/runtime', {
    roles: ['viewer'],
    tag: 'plugins',
    summary: 'Whether containers can run',
    reply: z.object({
      Ready: z.boolean().meta({ description: 'The container engine is available' }),
      Reason: z.string().meta({ description: 'Why it is not; empty if it is' }),
      Obstacle: Obstacle.optional().meta({ description: 'The same for programs' }),
    }),
  }),
  composePaths: get('/plugin/custom_compose_paths', {
    tag: 'plugins',
    access: 'code',
    summary: 'Compose files that may run',
    reply: ComposePaths,
  }),
  setComposePaths: put('/plugin/custom_compose_paths', {
    tag: 'plugins',
    access: 'code',
    summary: 'Replace the list of compose files that may run',
    description: 'Paths are relative to the data directory. Installing a plugin adds its compose file.',
    body: ComposePaths.meta({ example: ['plugins/user/sample/docker-compose.yml'] }),
    errors: { 400: 'A path is not valid, or an installed plugin needs a path that is missing' },
  }),
  install: put('/plugin/install_user_url', {
    tag: 'plugins',
    access: 'code',
    isSlow: true,
    summary: 'Install a plugin from a git repository',
    description:
      'Downloads, registers and starts the plugin, with everything its description requests. A plugin whose compose file requests rights ' +
      'beyond the default confinement is refused: use `PUT /plugin/download_info` and `PUT /plugin/complete_install`.',
    body: PluginSource,
    reply: allPlugins.meta({ description: 'All plugins' }),
    errors: DOWNLOAD_ERRORS,
  }),
  downloadInfo: put('/plugin/download_info', {
    tag: 'plugins',
    access: 'code',
    isSlow: true,
    summary: 'Download a plugin for review',
    description:
      'Returns its description, the paths that its API token may call, what its network may reach, and the lines of its compose file that ' +
      'request further rights. Nothing is started.',
    body: PluginSource,
    reply: InstallPlan,
    errors: DOWNLOAD_ERRORS,
  }),
  completeInstall: put('/plugin/complete_install', {
    tag: 'plugins',
    access: 'code',
    isSlow: true,
    summary: 'Install a reviewed plugin',
    description:
      'The body is the answer of `PUT /plugin/download_info`. `ScopedPaths`, `Policies`, `Groups` and `Tags` may be shortened; the plugin gets ' +
      'what is left. Each entry of `Rights` needs `"Confirmed": true`.',
    body: PluginEntry.extend({
      Revision: z.string().max(128).optional().meta({ description: 'The reviewed git commit' }),
      AllowPrivate: AllowPrivate.nullish(),
      Rights: z.array(ReviewedRight).max(256).nullish().meta({ description: 'The reviewed lines' }),
    }),
    reply: allPlugins.meta({ description: 'All plugins' }),
    errors: {
      ...DOWNLOAD_ERRORS,
      400: 'A line is not confirmed, or the plugin cannot be registered',
      409: 'The plugin has changed since the review, or is installed already',
      502: 'The image could not be built or verified, or the plugin could not be started',
    },
  }),
  attest: get('/pluginAttest', {
    ...attest,
    summary: 'State of the images of a plugin',
    description:
      'Images are pinned by digest when a plugin is installed. Signatures are not verified, so `Verified` is false and `Error` says so.',
    query: {
      compose_file: z.string().max(256).optional().meta({ description: 'The compose file' }),
      service: z.string().max(64).optional().meta({ description: 'Without effect' }),
      force: z.string().max(8).optional().meta({ description: 'Without effect' }),
    },
  }),
  attestStatus: get('/attestStatus', { ...attest, summary: 'State of all images' }),
  attestAll: put('/attestStatus', {
    ...attest,
    audit: false,
    summary: 'Check all images again',
    body: z.unknown().meta({ description: 'Ignored', example: {} }),
    bodyOptional: true,
  }),
}
