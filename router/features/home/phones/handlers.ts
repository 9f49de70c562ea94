import type { Core } from '../../../core.ts'
import { Invalid, NotFound, phraseOrText, Unavailable } from '../../../errors.ts'
import type { phones, ShownPhone } from '../../../model/home/phones/contract.ts'
import { MOST_PHONES } from '../../../model/home/phones/phone.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Phones } from './phones.ts'
import { rsaKey } from './relay.ts'

export function phoneHandlers(
  { facts, change, clock }: Pick<Core, 'facts' | 'change' | 'clock'>,
  sender: Phones,
): Handlers<typeof phones> {
  const list = (): ShownPhone[] =>
    [...facts.phones.values()].map(({ RegisteredAt, ...phone }) => ({
      ...phone,
      LastActive: new Date(RegisteredAt).toISOString(),
    }))

  return {
    phones: list,

    async register({ body }) {
      if (!rsaKey(body.PublicKey)) throw new Invalid(phrase('home.rsaPublicKey'), 'PublicKey')
      await change((draft) => {
        if (!draft.phones.get(body.DeviceId) && facts.phones.size >= MOST_PHONES)
          throw new Invalid(phrase('home.phonesFull', MOST_PHONES))
        draft.phones.put(body.DeviceId, { ...body, RegisteredAt: clock.now() })
      })
      return list()
    },

    async unregister({ body: { DeviceId } }) {
      await change((draft) => {
        if (!draft.phones.get(DeviceId)) throw new NotFound(phrase('home.phoneUnknown'))
        draft.phones.remove(DeviceId)
      })
      return list()
    },

    relay: () => facts.setting('phoneRelay'),
    async setRelay({ body }) {
      await change((draft) => draft.set('phoneRelay', body))
      return facts.setting('phoneRelay')
    },

    async test({ params: { token } }) {
      const phone = [...facts.phones.values()].find(({ DeviceToken }) => DeviceToken === token)
      if (!phone) throw new NotFound(phrase('home.phoneTokenUnknown'))
      await sender.test(phone).catch((error: Error) => {
        throw new Unavailable(phrase('home.phoneTestNotSent', phraseOrText(error)), { cause: error })
      })
    },
  }
}
