import type { Core } from '../../../core.ts'
import { Invalid } from '../../../errors.ts'
import type { Caller } from '../../../model/operation.ts'
import { type KeptPlugin, keyOfPlugin } from '../../../model/plugins/installed/plugin.ts'
import {
  difference,
  intersection,
  NO_REQUESTS,
  type Requests,
  requestsNothing,
  requestsOf,
  withRequests,
} from '../../../model/plugins/installed/requests.ts'
import type { ConfirmedRight } from '../../../model/plugins/installed/revision.ts'
import { isSameRight, type RequestedRight } from '../../../model/plugins/installed/right.ts'
import type { Updated } from '../../../model/plugins/installed/superd.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { proofMissing } from '../../access/credentials/factors.ts'
import { scopeRights } from './scoperight.ts'

interface Deps extends Pick<Core, 'change'> {
  readonly update: (composeFile: string, reviewed: string | undefined) => Promise<Updated>
}

/** What the owner agrees to. */
interface Consent {
  readonly Rights: readonly ConfirmedRight[]
  /** The git commit that was reviewed. */
  readonly Revision: string | undefined
  readonly Grant: Requests
}

/** Saves the plugin with the rights and the revision of the version that was installed. */
type Save = (plugin: KeptPlugin, installation: Pick<KeptPlugin, 'Rights' | 'Revision'>) => Promise<void>

/**
 * Updates a plugin. Rights that the owner confirms with this call apply only if the new version runs afterwards; then what it no
 * longer requests is taken away. Throws `AccessDenied` for new rights without a one-time code.
 */
export async function updatePlugin(
  { change, update }: Deps,
  plugin: KeptPlugin,
  consent: Consent,
  caller: Caller,
  save: Save,
) {
  if (plugin.ComposeFilePath === '') throw new Invalid(phrase('plugins.containersNotRunByRouter', plugin.Name))
  const added = consent.Rights.filter((right) => right.Confirmed && !includes(plugin.Rights, right))
  if ((added.length > 0 || !requestsNothing(consent.Grant)) && !caller.isProved)
    throw proofMissing(undefined, phrase('plugins.newRight'))
  const confirmed = [...plugin.Rights, ...added.map(withoutMark)]
  const store = (Rights: readonly RequestedRight[]) =>
    change((draft) => draft.plugins.put(keyOfPlugin(plugin), { ...plugin, Rights: [...Rights] }))
  const restore = async () => void (added.length > 0 && (await store(plugin.Rights)))

  // superd reads the confirmed rights from the saved plugins.
  if (added.length > 0) await store(confirmed)
  let found: Updated
  try {
    found = await update(plugin.ComposeFilePath, consent.Revision)
    if (!found.Updated) await restore()
  } catch (error) {
    await restore()
    throw error
  }
  const { Updated, Revision, Rights, RolledBack, Reason, Coded } = found
  const requested = difference(found.Requests, found.Before)
  const dropped = difference(found.Before, found.Requests)
  if (Updated)
    await save(withRequests(plugin, dropped, intersection(consent.Grant, requested)), {
      Rights: [...Rights],
      Revision: Revision || plugin.Revision,
    })
  return {
    Updated,
    Revision,
    Rights: Rights.filter((right) => !includes(confirmed, right)).map((right) => ({ ...right, Confirmed: false })),
    Requests: Updated ? NO_REQUESTS : requested,
    Dropped: {
      ...intersection(requestsOf(plugin), dropped),
      Rights: plugin.Rights.filter(
        (right) => !includes([...Rights, ...scopeRights(difference(requestsOf(plugin), dropped).ScopedPaths)], right),
      ),
    },
    ...(RolledBack === undefined ? {} : { RolledBack, Reason: Reason ?? '', ...(Coded && { Coded }) }),
  }
}

const includes = (rights: readonly RequestedRight[], right: RequestedRight): boolean =>
  rights.some((one) => isSameRight(one, right))

const withoutMark = ({ Confirmed: _, ...right }: ConfirmedRight): RequestedRight => right
