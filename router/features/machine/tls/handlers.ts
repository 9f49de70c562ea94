import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { tls } from '../../../model/machine/tls/contract.ts'
import { type Handlers, PlainText } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { established } from './renewal.ts'

type Deps = Pick<Core, 'facts' | 'change' | 'clock' | 'vault'>

export function tlsHandlers({ facts, change, clock, vault }: Deps): Handlers<typeof tls> {
  const authority = (): PlainText => {
    const kept = facts.setting('tls')
    if (!kept) throw new NotFound(phrase('machine.noCertificateTlsOff'))
    return new PlainText(kept.authority.certificate)
  }
  return {
    isOn: () => facts.setting('tls') !== null,

    async enable() {
      await change((draft) => {
        if (draft.setting('tls')) throw new Invalid(phrase('machine.tlsAlreadyOn'))
        draft.set('tls', established(facts, vault, clock.now()))
      })
      return 'Done' as const
    },

    async disable() {
      await change((draft) => {
        if (!draft.setting('tls')) throw new Invalid(phrase('machine.tlsAlreadyOff'))
        draft.set('tls', null)
      })
      return 'Done' as const
    },

    authority,
    authorityAuthorized: authority,
  }
}
