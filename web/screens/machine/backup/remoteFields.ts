import type { ShownRemote } from '../../../../router/model/machine/backup/remote/contract.ts'

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
