import { MAX_ARCHIVE_BYTES } from '../../../../model/machine/backup/contract.ts'
import { byAge, isArchiveName } from '../../../../model/machine/backup/name.ts'
import { StoringFailed } from './failure.ts'
import {
  demandSuccess,
  type OpenSettings,
  openStorageRequests,
  type PlaceDeps,
  sftpFailed,
  sftpPlace,
  urlOf,
} from './place.ts'

/** Of the names in the folder: a thousand of them, in XML, have about half of it. */
const MOST_NAMES_BYTES = 2 << 20
/** Archive names in XML or HTML, also percent-encoded. */
const NAMES = /(?<![0-9A-Za-z._-])sallyport-v[0-9A-Za-z.+%-]{1,96}\.backup(?![0-9A-Za-z._-])/g

/** Names of the archives at the place, newest first. Throws `StoringFailed`. */
export async function listArchives(deps: PlaceDeps, settings: OpenSettings): Promise<string[]> {
  const names = settings.Kind === 'sftp' ? await namesOverSftp(deps, settings) : await namesOverHttp(deps, settings)
  return [...new Set(names)].filter(isArchiveName).sort(byAge)
}

/** The content of an archive at the place. Throws `StoringFailed`. */
export async function readRemote(deps: PlaceDeps, settings: OpenSettings, name: string): Promise<string> {
  if (settings.Kind === 'sftp') {
    const place = await sftpPlace(deps, settings)
    const result = await deps.machine.readOverSftp({ ...place, name, mostBytes: MAX_ARCHIVE_BYTES })
    if (result.kind === 'file') return result.text
    if (result.kind === 'names') throw new StoringFailed({ Code: 'no_file', Detail: '' })
    return sftpFailed(result, settings, 'no_file')
  }
  const call = await openStorageRequests(deps, settings)
  const response = await call('GET', urlOf(settings, name), { mostBytes: MAX_ARCHIVE_BYTES })
  demandSuccess(response, settings)
  return response.text
}

async function namesOverSftp(deps: PlaceDeps, settings: OpenSettings): Promise<readonly string[]> {
  const place = await sftpPlace(deps, settings)
  const result = await deps.machine.readOverSftp({ ...place, name: undefined, mostBytes: MOST_NAMES_BYTES })
  if (result.kind === 'names') return result.names
  if (result.kind === 'file') throw new StoringFailed({ Code: 'no_folder', Detail: '' })
  return sftpFailed(result, settings, 'folder_read')
}

async function namesOverHttp(deps: PlaceDeps, settings: OpenSettings): Promise<string[]> {
  const call = await openStorageRequests(deps, settings)
  const limit = { mostBytes: MOST_NAMES_BYTES }
  const response =
    settings.Kind === 's3'
      ? await call('GET', listUrlOf(settings), limit)
      : await call('PROPFIND', urlOf(settings, ''), { ...limit, headers: { Depth: '1' } })
  demandSuccess(response, settings)
  return [...response.text.matchAll(NAMES)].map(([name]) => name.replaceAll(/%2B/gi, '+'))
}

/** ListObjectsV2, which returns at most 1,000 names. */
function listUrlOf({ URL, Bucket, Folder }: OpenSettings): string {
  const prefix = [...Folder.split('/').filter(Boolean), 'sallyport-v'].join('/')
  const bucket = `${URL.replace(/\/+$/, '')}/${encodeURIComponent(Bucket)}`
  return `${bucket}?list-type=2&max-keys=1000&prefix=${encodeURIComponent(prefix)}`
}
