import type { Core } from '../../../core.ts'
import { CallError, Conflict, type FailureKind, Invalid, NotFound, phraseOf, Unavailable } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { groupsOf, tagsOf } from '../../../model/home/devices/revise.ts'
import { emptyGroup } from '../../../model/home/groups/group.ts'
import type { Caller, Handlers } from '../../../model/operation.ts'
import type { ImageState, plugins } from '../../../model/plugins/installed/contract.ts'
import { inData } from '../../../model/plugins/installed/paths.ts'
import {
  type KeptPlugin,
  keyOfPlugin,
  type ListedPlugin,
  listed,
  type PluginEntry,
} from '../../../model/plugins/installed/plugin.ts'
import { NO_REQUESTS } from '../../../model/plugins/installed/requests.ts'
import { demandConfirmed, revisedPlugin } from '../../../model/plugins/installed/revision.ts'
import type { Repository, Superd } from '../../../model/plugins/installed/superd.ts'
import { EXTENSIONS } from '../../../model/plugins/plus/extensions.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import { proofMissing } from '../../access/credentials/factors.ts'
import { sessionEvent } from '../../access/credentials/tokens.ts'
import { turnExtension } from '../plus/handlers.ts'
import { builtInPlugins, reservedPlugins } from './builtin.ts'
import {
  type Download,
  downloadPlugin,
  grantedPlugin,
  planOf,
  reasonOfError,
  rightsOf,
  withInstallation,
} from './install.ts'
import { addedScopes, withToken } from './installtoken.ts'
import { newNetwork } from './network.ts'
import { hasContainers, type PluginContainers } from './projects.ts'
import { withScopeRights } from './scoperight.ts'
import { updatePlugin } from './update.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'bus' | 'clock' | 'vault' | 'data'> {
  readonly machine: Pick<Machine, 'writeFile' | 'removeFile'>
  readonly superd: Superd
  readonly projects: PluginContainers
}

const MOST_PLUGINS = 64

/** Prerequisite of a change: the rights and the revision of an installation. */
type Prepare = (plugin: KeptPlugin) => KeptPlugin

export function pluginHandlers(deps: Deps): Handlers<typeof plugins> {
  const { facts, change, bus, clock, vault, machine, superd, projects, data } = deps
  const list = (): ListedPlugin[] => [
    ...builtInPlugins(facts),
    ...[...facts.plugins.values()].sort((a, b) => (a.Name < b.Name ? -1 : 1)).map(listed),
  ]
  const builtIn = (name: string) => reservedPlugins(facts).find((one) => keyOfPlugin(one) === name.toLowerCase())
  const find = (name: string): KeptPlugin => {
    if (builtIn(name)) throw new Invalid(phrase('plugins.routerPart', name))
    return facts.plugins.get(name.toLowerCase()) ?? missing(name)
  }

  /** Plugins that a call is changing: installing takes minutes. */
  const busy = new Set<string>()
  async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const key = name.toLowerCase()
    if (busy.has(key)) throw new Conflict(phrase('plugins.changeInProgress', name))
    busy.add(key)
    try {
      return await work()
    } finally {
      busy.delete(key)
    }
  }

  /** Parts of the router cannot be changed; the extensions of PLUS can be started and stopped. */
  async function updateBuiltIn(present: ListedPlugin, given: PluginEntry): Promise<void> {
    const extension = EXTENSIONS.find((name) => name === present.Name)
    if (given.URI !== '' && given.URI !== present.URI) throw new Invalid(phrase('plugins.nameOfRouterPart'), 'Name')
    if (extension) await turnExtension(change, extension, given.Enabled)
    else if (given.Enabled !== present.Enabled)
      throw new Invalid(phrase('plugins.partEnabledFixed', String(present.Enabled), present.Name), 'Enabled')
  }

  /**
   * Saves a plugin and lets its containers follow. If they cannot be started or stopped, the plugin is as it was. `confirmed`: the owner
   * has agreed to new sources and scopes with a one-time code.
   */
  async function save(given: PluginEntry, caller: Caller, confirmed: boolean, prepare: Prepare = (same) => same) {
    const key = keyOfPlugin(given)
    const before = facts.plugins.get(key)
    let token: { value: string; path: string; name: string } | undefined
    await change((draft) => {
      const rows = [...draft.plugins.rows()].map(([, row]) => row)
      if (!before && rows.length >= MOST_PLUGINS) throw new Invalid(phrase('plugins.pluginsFull', MOST_PLUGINS))
      const revised = prepare(revisedPlugin(before, given, rows, reservedPlugins(facts)))
      demandAllowed(draft, before, revised)
      if (!confirmed) demandCode(before, revised)
      const allowed = withScopeRights(before, withNetwork(draft, facts, revised))
      const { plugin, value } = withToken(draft, vault, before, allowed)
      token = value === undefined ? undefined : { value, path: plugin.InstallTokenPath, name: plugin.Name }
      draft.plugins.put(key, plugin)
    })
    try {
      if (token) {
        machine.writeFile(inData(data, token.path), `${token.value}\n`, 0o600)
        bus.publish('auth:token:create', sessionEvent(caller, `${token.name}-install-token`))
      }
      const after = facts.plugins.get(key) ?? missing(given.Name)
      await projects.follow(before, after)
      removeTokenFile(before, after)
    } catch (error) {
      await restore(key, before)
      if (token && token.path !== tokenFileOf(before)) machine.removeFile(inData(data, token.path))
      throw error
    }
  }

  /** Removes the file of a token that has ended with a change: with the paths that it could call, or because it has another file. */
  function removeTokenFile(before: KeptPlugin | undefined, after: KeptPlugin): void {
    const path = tokenFileOf(before)
    if (path !== '' && path !== tokenFileOf(after)) machine.removeFile(inData(data, path))
  }

  /** Undoes a change whose containers could not follow. */
  const restore = (key: string, before: KeptPlugin | undefined) =>
    change((draft) => {
      const failed = draft.plugins.get(key)
      if (failed && failed.TokenKey !== '' && failed.TokenKey !== before?.TokenKey) draft.tokens.remove(failed.TokenKey)
      if (before) draft.plugins.put(key, before)
      else draft.plugins.remove(key)
    })

  async function update({
    params: { name },
    body,
    caller,
  }: {
    params: { name: string }
    body: PluginEntry
    caller: Caller
  }) {
    if (body.Name.toLowerCase() !== name.toLowerCase())
      throw new Invalid(phrase('field.exactValue', JSON.stringify(name)), 'Name')
    const part = builtIn(name)
    if (part) await updateBuiltIn(part, body)
    else await alone(name, () => save(body, caller, caller.isProved ?? false))
    return list()
  }

  async function remove({ params: { name } }: { params: { name: string } }) {
    const plugin = find(name)
    await alone(name, async () => {
      await projects.remove(plugin)
      await change((draft) => {
        draft.plugins.remove(keyOfPlugin(plugin))
        if (plugin.TokenKey !== '') draft.tokens.remove(plugin.TokenKey)
        draft.set(
          'composePaths',
          draft.setting('composePaths').filter((path) => path !== plugin.ComposeFilePath || !isInstalled(path)),
        )
      })
      if (plugin.InstallTokenPath !== '') machine.removeFile(inData(data, plugin.InstallTokenPath))
    })
    return list()
  }

  /** Registers and starts a downloaded plugin. */
  async function install(found: Download, entry: PluginEntry, caller: Caller) {
    const { Name, GitURL, ComposeFilePath } = entry
    try {
      if (builtIn(Name) || facts.plugins.has(keyOfPlugin(entry)))
        throw new Conflict(phrase('plugins.pluginExists', Name))
      const paths = facts.setting('composePaths')
      await change((draft) => draft.set('composePaths', [...new Set([...paths, ComposeFilePath])]))
      try {
        await save(entry, caller, true, (plugin) => withInstallation(plugin, found))
      } catch (error) {
        await change((draft) => draft.set('composePaths', paths))
        throw error
      }
      bus.publish('plugin:install:status', { Name, GitURL, Reason: 'installed' })
    } catch (error) {
      bus.publish('plugin:install:failure', { Name, GitURL, Reason: reasonOfError(error) })
      throw error
    }
  }

  const images = async (): Promise<ImageState[]> =>
    (hasContainers(facts) ? await superd.containers() : []).map((container) => {
      const { Image, ImageID } = container as { Image?: string; ImageID?: string }
      return {
        Image: String(Image ?? ''),
        Digest: String(ImageID ?? ''),
        Verified: false,
        Time: new Date(clock.now()).toISOString(),
        Error: 'Signatures of images are not verified; the image is pinned by its digest.',
      }
    })

  return {
    plugins: list,
    pluginsApi: list,
    update,
    updateApi: update,
    remove,
    removeApi: remove,
    restart: ({ params: { name } }) => alone(name, () => projects.restart(find(name))),

    updateContainer: ({ params: { name }, body, caller }) =>
      alone(name, () =>
        updatePlugin(
          { change, update: (file, reviewed) => asGateway(() => superd.update(file, reviewed)) },
          find(name),
          { Rights: body.Rights ?? [], Revision: body.Revision ?? undefined, Grant: body.Grant ?? NO_REQUESTS },
          caller,
          (plugin, installation) => save(plugin, caller, true, (kept) => ({ ...kept, ...installation })),
        ),
      ),

    async runtime() {
      const { Ready, Reason = '', Obstacle } = await superd.ready()
      return { Ready, Reason, ...(Obstacle && { Obstacle }) }
    },

    composePaths: () => facts.setting('composePaths'),
    setComposePaths: ({ body }) =>
      change((draft) => {
        for (const [, { Name, ComposeFilePath }] of draft.plugins.rows())
          if (ComposeFilePath !== '' && !body.includes(ComposeFilePath))
            throw new Invalid(phrase('plugins.composePathInUse', Name, ComposeFilePath), 'body')
        draft.set('composePaths', [...new Set(body)])
      }),

    install: ({ body, caller }) =>
      alone(repositoryOf(body).url, async () => {
        const found = await downloadPlugin(deps, repositoryOf(body))
        const rights = rightsOf(found, found.entry)
        demandConfirmed(rights, rights)
        await install(found, found.entry, caller)
        return list()
      }),
    downloadInfo: ({ body }) =>
      alone(repositoryOf(body).url, async () =>
        planOf(await downloadPlugin(deps, repositoryOf(body)), await superd.ready()),
      ),
    completeInstall: ({ body, caller }) =>
      alone(body.GitURL, async () => {
        const found = await downloadPlugin(deps, { url: body.GitURL, allowPrivate: body.AllowPrivate ?? false })
        const entry = grantedPlugin(found, body)
        demandConfirmed(rightsOf(found, entry), body.Rights ?? [])
        await asGateway(() => install(found, entry, caller))
        return list()
      }),

    async attest({ query: { compose_file = '' } }) {
      const projects = [...facts.plugins.values()].filter(({ ComposeFilePath }) => ComposeFilePath === compose_file)
      if (compose_file !== '' && projects.length === 0)
        throw new NotFound(phrase('plugins.composeFileUnused', compose_file))
      return images()
    },
    attestStatus: images,
    attestAll: images,
  }
}

/** The rights, groups and compose file that a plugin needs exist. Throws `Invalid`. */
function demandAllowed(draft: Draft, before: KeptPlugin | undefined, plugin: KeptPlugin): void {
  const { ComposeFilePath, NetworkCapabilities } = plugin
  if (ComposeFilePath !== '' && !draft.setting('composePaths').includes(ComposeFilePath))
    throw new Invalid(phrase('plugins.composePathUnlisted'), 'ComposeFilePath')
  if (ComposeFilePath !== '') {
    for (const [, other] of draft.plugins.rows())
      if (other.ComposeFilePath === ComposeFilePath && other.Name !== (before ?? plugin).Name)
        throw new Invalid(phrase('plugins.composeFileTaken', other.Name), 'ComposeFilePath')
  }
  for (const group of groupsOf(NetworkCapabilities.Groups))
    if (!draft.groups.get(group)) draft.groups.put(group, emptyGroup(group))
  tagsOf(NetworkCapabilities.Tags, 'Tags')
}

/** Throws `AccessDenied` for a new source, and for new paths of the token. */
function demandCode(before: KeptPlugin | undefined, after: KeptPlugin): void {
  if (after.GitURL !== '' && after.GitURL !== before?.GitURL) throw proofMissing(undefined, phrase('plugins.newSource'))
  if (addedScopes(before, after).length > 0) throw proofMissing(undefined, phrase('plugins.newPaths'))
}

/** A plugin with containers has a network, which it keeps. */
function withNetwork(draft: Draft, facts: Facts, plugin: KeptPlugin): KeptPlugin {
  const { NetworkCapabilities, ComposeFilePath } = plugin
  if (ComposeFilePath === '' || NetworkCapabilities.Interface !== '') return plugin
  return { ...plugin, NetworkCapabilities: { ...NetworkCapabilities, ...newNetwork(draft, facts) } }
}

type Source = string | { readonly URL: string; readonly AllowPrivate?: boolean | null | undefined }

const repositoryOf = (source: Source): Repository =>
  typeof source === 'string'
    ? { url: source, allowPrivate: false }
    : { url: source.URL, allowPrivate: source.AllowPrivate ?? false }

const isInstalled = (path: string): boolean => path.startsWith('plugins/user/')

/** Failures that are not those of a program behind the router. */
const OWN_FAILURES: readonly FailureKind[] = ['invalid', 'conflict', 'unavailable', 'not_found', 'forbidden']

/** A failure of superd or of the plugin is one behind the router: 502. Without a container engine it is `Unavailable`. */
async function asGateway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CallError && OWN_FAILURES.includes(error.kind)) throw error
    throw new Unavailable(phraseOf(error), { kind: 'bad_gateway', cause: error })
  }
}

const missing = (name: string): never => {
  throw new NotFound(phrase('plugins.pluginUnknown', JSON.stringify(name)))
}

/** The file with the token of a plugin; empty if it has none. */
const tokenFileOf = (plugin: KeptPlugin | undefined): string =>
  plugin && plugin.TokenKey !== '' ? plugin.InstallTokenPath : ''
