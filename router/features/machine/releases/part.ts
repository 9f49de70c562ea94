import type { Core } from '../../../core.ts'
import { releases } from '../../../model/machine/releases/contract.ts'
import { serve } from '../../../model/operation.ts'
import { activeUplink } from '../../internet/dyndns/address.ts'
import { releaseHandlers } from './handlers.ts'
import { openInstalled } from './installed.ts'
import { newestInList } from './list.ts'
import { openUpdates } from './updates.ts'
import { watchReleases } from './watch.ts'

interface Needs {
  /** The folder of the installed release; undefined for a router that was not installed. */
  readonly release: string | undefined
  readonly backUp: () => Promise<unknown>
}

/** New versions of the router, and their installation. */
export function releasesPart(core: Core, { release, backUp }: Needs) {
  const { uplinks, keep } = core
  const installed = openInstalled({ ...core, release })
  const uplink = (): string | undefined => activeUplink(uplinks())?.link
  const watch = keep(
    watchReleases({
      ...core,
      offers: async (of) => {
        if (installed) return of.source || installed.source ? await installed.offers(of) : undefined
        return of.source ? await newestInList({ ...core, uplink }, of) : undefined
      },
    }),
  )
  const updates = keep(openUpdates({ ...core, installed, watch, backUp }))
  return { operations: serve(releases, releaseHandlers({ ...core, watch, updates })) }
}
