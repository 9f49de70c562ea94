import type { Core } from '../../../core.ts'
import { openQueue } from '../../../machine/queue.ts'
import type { Phone } from '../../../model/home/phones/phone.ts'
import { messageOf } from '../../../model/messages/notify/message.ts'
import type { TextsOf } from '../../messages/alerts/texts.ts'
import type { PostDeps } from '../../messages/notify/carriers/posting.ts'
import type { FiredAlert } from '../../messages/notify/notifications.ts'
import { sendToPhone } from './relay.ts'

/** Alerts that wait for the relay. Further ones are dropped. */
const MOST_WAITING = 20

/** Sends alerts to registered phones. */
export interface Phones {
  take(fired: FiredAlert): void
  /** Sends a test to a phone. Rejects with `DeliveryFailed`. */
  test(phone: Phone): Promise<void>
}

/** Alerts are sent one after the other and once: a relay that is not reachable loses them. */
export function openPhones(
  { facts, onFailure, ...deps }: PostDeps & Pick<Core, 'facts' | 'onFailure'>,
  textsOf: TextsOf,
): Phones {
  const inOrder = openQueue()
  let waiting = 0
  return {
    take({ alert, notify, at, event }) {
      const { Disabled, APNSDomain } = facts.setting('phoneRelay')
      if (!notify || Disabled || APNSDomain === '' || facts.phones.size === 0 || waiting >= MOST_WAITING) return
      const { title, body } = messageOf({
        ...{ id: '', at, topic: alert.Topic, type: 'info' },
        // API 0.3.0 has no field for the language of a phone.
        ...textsOf(alert, event, 'en'),
      })
      const message = { title, body, type: alert.NotificationType ?? 'info', topic: alert.Topic }
      waiting++
      void inOrder(async () => {
        waiting--
        for (const phone of facts.phones.values()) await sendToPhone(deps, APNSDomain, phone, message)
      }).catch((error) => onFailure('an alert was not sent to phones', error))
    },
    test: (phone) =>
      sendToPhone(deps, facts.setting('phoneRelay').APNSDomain, phone, {
        ...{ title: 'Test from Sallyport', body: 'This phone receives alerts.', type: 'info', topic: 'notify:test' },
      }),
  }
}
