import type { Core } from '../../../../core.ts'
import type {
  GivenRemote,
  RemoteFetched,
  RemoteNames,
  RemoteTest,
  WantedRemote,
} from '../../../../model/machine/backup/remote/contract.ts'
import type { Making } from '../making.ts'
import { StoringFailed } from './failure.ts'
import type { OpenSettings, PlaceDeps } from './place.ts'
import { listArchives, readRemote } from './reading.ts'
import { revised, unsealedSettings } from './revision.ts'

/** Backups on another machine, to restore one of them. The settings are not saved: a restore brings those of the backup. */
export interface RemoteFetching {
  /** Throws `Invalid`. */
  list(given: GivenRemote): Promise<RemoteNames>
  /** Throws `Invalid`, and `Unavailable` while another archive is made. */
  fetch(wanted: WantedRemote): Promise<RemoteFetched>
}

export function openRemoteFetching(
  deps: PlaceDeps & Pick<Core, 'facts' | 'vault'> & { readonly making: Pick<Making, 'bring'> },
): RemoteFetching {
  const { facts, vault, making } = deps
  const placeOf = (given: GivenRemote): OpenSettings =>
    unsealedSettings(revised(facts.setting('remoteBackup'), given, vault), vault)
  return {
    async list(given) {
      const place = placeOf(given)
      const { value: Names = [], ...result } = await attempt(place, () => listArchives(deps, place))
      return { ...result, Names }
    },
    async fetch({ Name: name, ...given }) {
      const place = placeOf(given)
      const { value: Name = '', ...result } = await attempt(place, () =>
        making.bring(name, () => readRemote(deps, place, name)),
      )
      return { ...result, Name }
    },
  }
}

type Attempt<Value> = Omit<RemoteTest, 'IsDeleted'> & { readonly value?: Value }

/** The result of work on the server, or why it failed. */
async function attempt<Value>({ HostKey }: OpenSettings, work: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await work(), Ok: true, Message: '', Fault: null, Field: '', HostKey }
  } catch (error) {
    if (!(error instanceof StoringFailed)) throw error
    return { Ok: false, ...error.shown() }
  }
}
