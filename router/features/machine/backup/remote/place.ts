import { createHash } from 'node:crypto'
import type { Core } from '../../../../core.ts'
import { CommandFailed } from '../../../../errors.ts'
import type { Machine } from '../../../../machine/machine.ts'
import type { RequestOptions, Responded, SftpFailure, SftpPlace } from '../../../../machine/storing.ts'
import type { RemoteFault } from '../../../../model/machine/backup/remote/fault.ts'
import type { RemoteSettings } from '../../../../model/machine/backup/remote/settings.ts'
import { certificateFault } from '../../../messages/notify/carriers/certificate.ts'
import { backupFailedAt, StoringFailed } from './failure.ts'

/** An archive has at most 8 MiB. */
const TIMEOUT_MS = 120_000

export interface PlaceDeps extends Pick<Core, 'resolve' | 'authorities'> {
  readonly machine: Pick<Machine, 'clock' | 'request' | 'storeOverSftp' | 'readOverSftp'>
}

/** The settings with their secrets in clear text. */
export type OpenSettings = Omit<RemoteSettings, 'SealedPassword' | 'SealedPrivateKey' | 'PublicKey'> & {
  readonly Password: string
  readonly PrivateKey: string
}

export interface BackupUpload {
  readonly put: { readonly name: string; readonly text: string }
  /** Files to delete, after the other one was stored. One that does not exist counts as deleted; failures are ignored. */
  readonly remove: readonly string[]
}

export interface UploadResult {
  /** Those of `remove` that do not exist any more. */
  readonly removed: readonly string[]
}

/** Stores a file at the place, and deletes others. Throws `StoringFailed`. */
export const store = (deps: PlaceDeps, settings: OpenSettings, batch: BackupUpload): Promise<UploadResult> =>
  settings.Kind === 'sftp' ? overSftp(deps, settings, batch) : overHttp(deps, settings, batch)

async function overSftp(deps: PlaceDeps, settings: OpenSettings, { put, remove }: BackupUpload): Promise<UploadResult> {
  const result = await deps.machine.storeOverSftp({ ...(await sftpPlace(deps, settings)), put, remove })
  return result.kind === 'stored' ? result : sftpFailed(result, settings, 'folder_access')
}

/** Where the SFTP server is, and the login there. */
export async function sftpPlace({ resolve }: PlaceDeps, settings: OpenSettings): Promise<SftpPlace> {
  const { Host, Port, User, Password, PrivateKey, HostKey, Folder } = settings
  return {
    ...{ ip: await resolve(Host).catch(backupFailedAt('Host')), port: Port, user: User },
    ...{ password: Password, privateKey: PrivateKey, hostKey: HostKey },
    ...{ folder: Folder, timeoutMs: TIMEOUT_MS },
  }
}

/** Throws `StoringFailed`, with the code `folder` for a folder or file that cannot be used. */
export function sftpFailed(result: SftpFailure, { HostKey }: OpenSettings, folder: RemoteFault['Code']): never {
  switch (result.kind) {
    case 'login':
      throw new StoringFailed({ Code: 'login', Detail: '' }, { field: 'Password', isLasting: true })
    case 'hostKey': {
      const { hostKey } = result
      const Code = HostKey === '' ? 'new_host_key' : 'other_host_key'
      throw new StoringFailed({ Code, Detail: hostKey }, { field: 'HostKey', isLasting: true, hostKey })
    }
    case 'folder':
      throw new StoringFailed({ Code: folder, Detail: result.reason }, { field: 'Folder' })
    case 'write':
      throw new StoringFailed({ Code: 'not_written', Detail: result.reason })
    case 'passing':
      throw new StoringFailed(faultIn(result.reason), { field: 'Host' })
  }
}

async function overHttp(deps: PlaceDeps, settings: OpenSettings, { put, remove }: BackupUpload): Promise<UploadResult> {
  const calls = await openStorageRequests(deps, settings)
  const call = (method: RequestOptions['method'], name: string, body: string) =>
    calls(method, urlOf(settings, name), { body })
  const stored = await call('PUT', put.name, put.text)
  // Servers may answer 500 for a folder that does not exist. RFC 4918 §9.7.1 requires 409.
  if (stored.status >= 500 && settings.Kind === 'webdav') {
    const folder = await calls('PROPFIND', urlOf(settings, ''), { headers: { Depth: '0' } })
    if (folder.status === 404) demandSuccess(folder, settings)
  }
  demandSuccess(stored, settings)
  const removed: string[] = []
  try {
    for (const name of remove) {
      const { status } = await call('DELETE', name, '')
      if ((status >= 200 && status < 300) || status === 404) removed.push(name)
    }
  } catch (error) {
    // The file is stored. What is left is deleted with the next one.
    if (!(error instanceof StoringFailed)) throw error
  }
  return { removed }
}

interface Call {
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly mostBytes?: number
}

/** Requests to the server, with its login. They throw `StoringFailed` if there is no response. */
export async function openStorageRequests({ machine, resolve, authorities }: PlaceDeps, settings: OpenSettings) {
  const { Kind, Authority } = settings
  const ip = await resolve(new URL(settings.URL).hostname).catch(backupFailedAt('URL'))
  const sign = Kind === 's3' ? await openSigner(settings, () => machine.clock.now()) : undefined
  return async (
    method: RequestOptions['method'],
    url: string,
    { body = '', headers, ...limit }: Call = {},
  ): Promise<Responded> => {
    const login = sign ? await sign(method, url, body) : basic(settings)
    try {
      return await machine.request({
        ...{ method, url, ip, headers: { ...login, ...headers }, body, timeoutMs: TIMEOUT_MS, ...limit },
        ...{ authorities, authority: Authority },
      })
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      const fault = certificateFault(error.stderr, 'URL')
      throw new StoringFailed(fault ? { Code: `certificate_${fault.code}`, Detail: '' } : faultIn(error.stderr), {
        field: fault?.field ?? 'URL',
      })
    }
  }
}

/** S3 with the bucket in the path, which all servers accept. */
export function urlOf({ Kind, URL, Bucket, Folder }: OpenSettings, name: string): string {
  const parts = Kind === 's3' ? [Bucket, ...Folder.split('/').filter(Boolean), name] : [name]
  return `${URL.replace(/\/+$/, '')}/${parts.map(encodeURIComponent).join('/')}`
}

const basic = ({ User, Password }: OpenSettings): Record<string, string> => ({
  'Content-Type': 'application/octet-stream',
  ...(User === '' ? {} : { Authorization: `Basic ${Buffer.from(`${User}:${Password}`).toString('base64')}` }),
})

/** Signs requests with AWS Signature Version 4, the hash of the content included. */
async function openSigner({ User, Password, Region }: OpenSettings, now: () => number) {
  // Loaded when it is first needed.
  const { AwsV4Signer } = await import('aws4fetch')
  return async (method: string, url: string, body: string): Promise<Record<string, string>> => {
    const signer = new AwsV4Signer({
      ...{ method, url, accessKeyId: User, secretAccessKey: Password, service: 's3', region: Region || 'us-east-1' },
      headers: { 'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex') },
      datetime: new Date(now()).toISOString().replace(/[-:]|\.\d{3}/g, ''),
    })
    const { headers } = await signer.sign()
    return Object.fromEntries([...headers].filter(([name]) => name !== 'host'))
  }
}

/** Throws `StoringFailed` unless the request succeeded. */
export function demandSuccess({ status, text }: Responded, { Kind }: OpenSettings): void {
  if (status >= 200 && status < 300) return
  const code = /<Code>([A-Za-z]{1,64})<\/Code>/.exec(text)?.[1]
  const Detail = `HTTP ${status}${code ? `, ${code}` : ''}`
  if (code === 'RequestTimeTooSkewed') throw new StoringFailed({ Code: 'clocks', Detail })
  if (status === 401 || status === 403)
    throw new StoringFailed({ Code: 'login', Detail }, { field: 'Password', isLasting: true })
  if (status === 404 || status === 409)
    throw Kind === 's3'
      ? new StoringFailed({ Code: 'no_bucket', Detail }, { field: 'Bucket' })
      : new StoringFailed({ Code: 'no_folder', Detail }, { field: 'URL' })
  if (status === 405) throw new StoringFailed({ Code: 'not_stored', Detail }, { field: 'URL' })
  if (status >= 300 && status < 400) throw new StoringFailed({ Code: 'redirect', Detail }, { field: 'URL' })
  if (status === 507) throw new StoringFailed({ Code: 'no_space', Detail })
  throw new StoringFailed({ Code: 'status', Detail })
}

function faultIn(reason: string): RemoteFault {
  if (/ECONNREFUSED/.test(reason)) return { Code: 'refused', Detail: '' }
  if (/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(reason)) return { Code: 'unreachable', Detail: '' }
  if (/wrong version number|EPROTO/.test(reason)) return { Code: 'no_tls', Detail: '' }
  return { Code: 'other', Detail: reason }
}
