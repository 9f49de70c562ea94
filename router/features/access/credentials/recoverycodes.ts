import type { Core } from '../../../core.ts'
import { Invalid } from '../../../errors.ts'
import type { recoveryCodes } from '../../../model/access/credentials/listcontract.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { codesOwner, hasFactor } from './factors.ts'
import { makeRecoveryCodes } from './recoveryset.ts'

type Deps = Pick<Core, 'facts' | 'change' | 'clock'>

export function recoveryCodeHandlers({ facts, change, clock }: Deps): Handlers<typeof recoveryCodes> {
  return {
    status({ caller }) {
      const { Digests = [], Made = 0 } = facts.recoveryCodes.get(codesOwner(caller)) ?? {}
      return { Left: Digests.length, Made }
    },

    async create({ caller }) {
      const name = codesOwner(caller)
      let Codes: string[] = []
      await change((draft) => {
        if (!hasFactor(facts, name)) throw new Invalid(phrase('access.noSecondFactor'))
        Codes = makeRecoveryCodes(draft.recoveryCodes, name, clock.now())
      })
      return { Codes }
    },
  }
}
