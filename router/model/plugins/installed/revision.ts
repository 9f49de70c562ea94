import { Conflict, Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { socketDirectory } from './paths.ts'
import type { KeptPlugin, ListedPlugin, PluginEntry } from './plugin.ts'
import { isSameRight, type RequestedRight } from './right.ts'

/** Directories in `state/plugins` and names of superd that belong to the router. */
const RESERVED_NAMES = ['superd', 'dns', 'lookup', 'mesh', 'pfw', 'user']

/**
 * The entry that a plugin gets: `given` in place of `before`. Its network is kept; rights, revision and token belong to an
 * installation. Throws `Invalid` for a name, path or socket that belongs to something else.
 */
export function revisedPlugin(
  before: KeptPlugin | undefined,
  given: PluginEntry,
  others: Iterable<KeptPlugin>,
  reserved: readonly ListedPlugin[],
): KeptPlugin {
  const Name = before?.Name ?? given.Name
  const own = Name.toLowerCase()
  if (RESERVED_NAMES.includes(own)) throw new Invalid(phrase('plugins.nameOfRouterPart'), 'Name')
  if (given.Plus) throw new Invalid(phrase('plugins.plusExtensionsOnly'), 'Plus')
  const rest = [...reserved, ...[...others].filter((other) => other.Name.toLowerCase() !== own)]
  demandOwnURI(given.URI, rest)
  const UnixPath = given.UnixPath || (given.URI === '' ? '' : `${socketDirectory(Name)}/socket`)
  if (UnixPath !== '') demandOwnFile(UnixPath, socketDirectory(Name), 'UnixPath')
  if (given.HasUI && given.URI === '') throw new Invalid(phrase('plugins.uiNeedsUri'), 'HasUI')
  if (given.InstallTokenPath !== '')
    demandOwnFile(given.InstallTokenPath, `/configs/plugins/${Name}`, 'InstallTokenPath')
  const { Interface, Subnet } = before?.NetworkCapabilities ?? { Interface: '', Subnet: '' }
  return {
    ...given,
    Name,
    UnixPath,
    NetworkCapabilities: { ...given.NetworkCapabilities, Interface, Subnet },
    Rights: before?.Rights ?? [],
    Revision: before?.Revision ?? '',
    TokenKey: before?.TokenKey ?? '',
  }
}

/** Paths of plugins neither equal nor contain each other: a call belongs to one of them. */
function demandOwnURI(uri: string, others: readonly Pick<PluginEntry, 'Name' | 'URI'>[]): void {
  if (uri === '') return
  const other = others.find(({ URI }) => URI !== '' && (isWithin(uri, URI) || isWithin(URI, uri)))
  if (other) throw new Invalid(phrase('plugins.uriOverlapsPlugin', JSON.stringify(other.URI), other.Name), 'URI')
}

const isWithin = (path: string, parent: string): boolean =>
  path.toLowerCase() === parent.toLowerCase() || path.toLowerCase().startsWith(`${parent.toLowerCase()}/`)

/** A file directly in the plugin's own directory: in directories below it, the plugin may place links to other files. */
function demandOwnFile(path: string, directory: string, field: string): void {
  if (path.slice(0, path.lastIndexOf('/')) !== directory)
    throw new Invalid(phrase('plugins.fileInDirectory', directory), field)
}

/** Throws `Conflict` if the plugin now requests a right that was not shown, and `Invalid` if the owner has not confirmed one. */
export function demandConfirmed(requested: readonly RequestedRight[], given: readonly ConfirmedRight[]): void {
  for (const right of requested) {
    const shown = given.find((one) => isSameRight(one, right))
    if (!shown) throw new Conflict(phrase('plugins.rightsGrown', wordsOf(right)))
    if (!shown.Confirmed)
      throw new Invalid(phrase('plugins.rightUnconfirmed', placeOf(right), wordsOf(right)), 'Rights')
  }
}

export type ConfirmedRight = RequestedRight & { readonly Confirmed?: boolean | null | undefined }

const placeOf = ({ Line }: RequestedRight): string =>
  Line === 0 ? 'a path of the API token' : `line ${Line} of the compose file`

const wordsOf = ({ Service, Text, Reason }: RequestedRight): string => `${Service}: ${Text} (${Reason})`
