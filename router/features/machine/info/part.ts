import type { Core } from '../../../core.ts'
import { info } from '../../../model/machine/info/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { Superd } from '../../../model/plugins/installed/superd.ts'
import { infoHandlers } from './handlers.ts'
import { machineName } from './hostname.ts'

interface Needs {
  readonly superd: Pick<Superd, 'containers' | 'networks'>
}

/** The machine, its programs and its name. */
export function infoPart(core: Core, needs: Needs) {
  const { watch, onFailure, keep } = core
  keep(machineName(core).keep(watch, onFailure))
  return { operations: serve(info, infoHandlers({ ...core, ...needs })) }
}
