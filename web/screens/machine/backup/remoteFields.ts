import type { RemoteTest, ShownRemote } from '../../../../router/model/machine/backup/remote/contract.ts'

export type RemoteFields = Omit<ShownRemote, 'Status'>

/** The fields of the server in the spelling of the contract, for errors. */
export const PLACE_FIELDS = [
  ...(['Host', 'Port', 'HostKey', 'URL', 'Bucket', 'Region', 'Folder', 'User', 'Password', 'Authority'] as const),
]

/** What the parts of the form get. */
export interface RemotePart {
  readonly fields: RemoteFields
  readonly type: (part: Partial<RemoteFields>) => void
  readonly errors: { readonly [Name in (typeof PLACE_FIELDS)[number] | 'Time' | 'Keep']?: string | undefined }
}

/** The host key of the server that an attempt with these settings has refused; empty if there is none. */
export function newHostKey(
  fields: RemoteFields,
  attempt: {
    readonly data?: Pick<RemoteTest, 'Field' | 'HostKey'> | undefined
    readonly variables?: RemoteFields | undefined
  },
): string {
  const isAbout = (['Kind', 'Host', 'Port', 'HostKey'] as const).every(
    (name) => attempt.variables?.[name] === fields[name],
  )
  return isAbout && attempt.data?.Field === 'HostKey' ? attempt.data.HostKey : ''
}
