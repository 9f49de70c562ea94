import type { Core } from '../../../core.ts'
import { notify } from '../../../model/messages/notify/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { TextsOf } from '../alerts/texts.ts'
import type { Mqtt } from '../integrations/mqtt/mqtt.ts'
import { emailCarrier } from './carriers/email.ts'
import { mqttCarrier } from './carriers/mqtt.ts'
import { ntfyCarrier } from './carriers/ntfy.ts'
import { pushCarrier } from './carriers/push.ts'
import { webhookCarrier } from './carriers/webhook.ts'
import { notifyHandlers } from './handlers.ts'
import { openNotifications } from './notifications.ts'
import { openVapidKeys } from './vapid.ts'

interface Needs {
  readonly alerts: Pick<Alerts, 'watch'>
  readonly textsOf: TextsOf
  readonly mqtt: Pick<Mqtt, 'publish'>
}

/** Alerts that are sent: web push, webhooks, ntfy, email and MQTT. */
export function notifyPart(core: Core, { alerts, textsOf, mqtt }: Needs) {
  const { facts, history, keep } = core
  const keys = openVapidKeys(core)
  const notifications = keep(
    openNotifications({
      ...core,
      log: history.keyValueLog('notifications'),
      textsOf,
      carriers: {
        push: pushCarrier({ ...core, contact: () => facts.setting('notify').Contact, keys }),
        webhook: webhookCarrier(core),
        ntfy: ntfyCarrier(core),
        email: emailCarrier(core),
        mqtt: mqttCarrier(mqtt),
      },
    }),
  )
  keep(alerts.watch(notifications.take))
  return { operations: serve(notify, notifyHandlers({ ...core, notifications, vapidKeys: keys })) }
}
