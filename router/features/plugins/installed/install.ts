import type { Core } from '../../../core.ts'
import { Conflict, Invalid } from '../../../errors.ts'
import type { InstallPlan } from '../../../model/plugins/installed/contract.ts'
import { GitURL, type KeptPlugin, type PluginEntry } from '../../../model/plugins/installed/plugin.ts'
import { parseDescription } from '../../../model/plugins/installed/requests.ts'
import type { RequestedRight } from '../../../model/plugins/installed/right.ts'
import type { Repository, Superd } from '../../../model/plugins/installed/superd.ts'
import { phrase, phraseIn, schemaPhrase } from '../../../phrases/phrase.ts'
import { scopeRights } from './scoperight.ts'

/** A downloaded plugin: its description, and what it requests. */
export interface Download {
  readonly entry: PluginEntry
  readonly revision: string
  readonly rights: readonly RequestedRight[]
  readonly allowPrivate: boolean
}

/** The directory of a clone: the last segment of the address, without `.git`. */
const repositoryDirectory = (url: string): string => (url.split('/').at(-1) ?? '').replace(/\.git$/, '')

/** Downloads a plugin and reads its description. Throws `Invalid`, `Conflict` and `Unavailable`. */
export async function downloadPlugin(
  { facts, bus, superd }: Pick<Core, 'facts' | 'bus'> & { readonly superd: Superd },
  { url, allowPrivate }: Repository,
): Promise<Download> {
  const checked = GitURL.safeParse(url)
  if (!checked.success)
    throw new Invalid(phraseIn(checked.error.issues[0]?.message ?? schemaPhrase('field.malformed')), 'body')
  const installed = [...facts.plugins.values()].find(
    ({ GitURL, ComposeFilePath }) =>
      GitURL === url || ComposeFilePath.startsWith(`plugins/user/${repositoryDirectory(url)}/`),
  )
  if (installed) {
    bus.publish('plugin:download:exists', { GitURL: url })
    // Its files must not change before the owner has agreed to an update.
    throw new Conflict(phrase('plugins.alreadyInstalled', installed.Name))
  }
  try {
    const { Directory, Description, Revision, Rights } = await superd.clone({ url, allowPrivate })
    const entry = described(url, Directory, Description)
    const isUsual = entry.ComposeFilePath === `${Directory}/docker-compose.yml`
    const rights = isUsual ? Rights : await superd.rights(entry.ComposeFilePath)
    bus.publish('plugin:download:success', { GitURL: url })
    return { entry, revision: Revision, rights, allowPrivate }
  } catch (error) {
    bus.publish('plugin:download:failure', { GitURL: url, Reason: reasonOfError(error) })
    throw error
  }
}

/** The plugin as its `plugin.json` describes it. Throws `Invalid`. */
function described(url: string, directory: string, description: unknown): PluginEntry {
  const entry = parseDescription(description)
  // A name is a file of the repository.
  const given = entry.ComposeFilePath || 'docker-compose.yml'
  const ComposeFilePath = given.includes('/') ? given : `${directory}/${given}`
  if (!ComposeFilePath.startsWith(`${directory}/`))
    throw new Invalid(phrase('plugins.fileInDirectory', directory), 'plugin.json.ComposeFilePath')
  return { ...entry, GitURL: url, ComposeFilePath, Enabled: true }
}

/** What the owner confirms line by line: rights of the compose file, and of the paths that the API token gets. */
export const rightsOf = ({ rights }: Download, { InstallTokenPath, ScopedPaths }: PluginEntry): RequestedRight[] => [
  ...rights,
  ...(InstallTokenPath === '' ? [] : scopeRights(ScopedPaths)),
]

/** A download as the owner reviews it. */
export const planOf = (
  found: Download,
  { Ready, Reason, Obstacle }: Awaited<ReturnType<Superd['ready']>>,
): InstallPlan => ({
  ...found.entry,
  AvailableRuntimes: ['default'],
  Revision: found.revision,
  AllowPrivate: found.allowPrivate,
  Rights: rightsOf(found, found.entry).map((right) => ({ ...right, Confirmed: false })),
  RuntimeReady: Ready,
  ...(Ready ? {} : { RuntimeUnavailableReason: Reason ?? 'Containers cannot run on this router.' }),
  ...(Obstacle && { RuntimeObstacle: Obstacle }),
})

/** What the owner grants of a download: the same or less. Throws `Conflict` if it is not what was reviewed. */
export function grantedPlugin(
  { entry, revision }: Download,
  plan: PluginEntry & { readonly Revision?: string | undefined },
): PluginEntry {
  const changed = (what: string): never => {
    throw new Conflict(phrase('plugins.changedAfterReview', what))
  }
  if (plan.Revision !== undefined && plan.Revision !== revision) changed('The source')
  for (const field of ['Name', 'URI', 'ComposeFilePath', 'InstallTokenPath', 'HasUI'] as const)
    if (plan[field] !== entry[field]) changed(field)
  if (plan.UnixPath !== '' && plan.UnixPath !== entry.UnixPath) changed('UnixPath')
  const within = <T>(part: readonly T[], whole: readonly T[]): boolean => part.every((one) => whole.includes(one))
  if (!within(plan.ScopedPaths, entry.ScopedPaths)) changed('ScopedPaths')
  const { Policies, Groups, Tags } = plan.NetworkCapabilities
  const requested = entry.NetworkCapabilities
  if (!within(Policies, requested.Policies)) changed('Policies')
  if (!within(Groups, requested.Groups)) changed('Groups')
  if (!within(Tags, requested.Tags)) changed('Tags')
  return {
    ...entry,
    ScopedPaths: plan.ScopedPaths,
    NetworkCapabilities: { ...requested, Policies, Groups, Tags },
  }
}

export const withInstallation = (plugin: KeptPlugin, { revision, rights }: Download): KeptPlugin => ({
  ...plugin,
  Revision: revision,
  Rights: [...rights],
})

export const reasonOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
