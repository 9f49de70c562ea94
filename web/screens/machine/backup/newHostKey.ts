import type { RemoteTest } from '../../../../router/model/machine/backup/remote/contract.ts'
import type { RemoteFields } from './remoteFields.ts'

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
