import type { Core } from '../../../core.ts'
import { Unavailable } from '../../../errors.ts'
import type { PowerAction } from '../../../machine/machine.ts'
import type { health } from '../../../model/machine/health/contract.ts'
import type { Caller, Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { demandProof } from '../../access/credentials/factors.ts'
import type { HealthWatch } from './history.ts'

/** The response is sent first. */
const DELAY_MS = 250

interface Deps extends Pick<Core, 'facts' | 'clock'> {
  readonly watch: Pick<HealthWatch, 'now' | 'history'>
  /** Reboots or turns off the machine; undefined where it is shared. */
  readonly turnOff: ((action: PowerAction) => void) | undefined
}

export function healthHandlers({ facts, clock, watch, turnOff }: Deps): Handlers<typeof health> {
  const act = (action: PowerAction, caller: Caller): void => {
    demandProof(facts, caller)
    if (!turnOff) throw new Unavailable(phrase('machine.powerSharedVirtualHome'))
    clock.after(DELAY_MS, () => turnOff(action))
  }
  return {
    now: () => ({ ...watch.now(), CanTurnOff: turnOff !== undefined }),
    history: () => [...watch.history()],
    reboot: ({ caller }) => act('reboot', caller),
    shutdown: ({ caller }) => act('shutdown', caller),
  }
}
