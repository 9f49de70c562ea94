import { openPhones, type Phones } from '../features/home/phones/phones.ts'
import type { Alerts } from '../features/messages/alerts/alerts.ts'
import { openTemplateNames } from '../features/messages/alerts/names.ts'
import type { Mqtt } from '../features/messages/integrations/mqtt/mqtt.ts'
import { emailCarrier } from '../features/messages/notify/carriers/email.ts'
import { mqttCarrier } from '../features/messages/notify/carriers/mqtt.ts'
import { ntfyCarrier } from '../features/messages/notify/carriers/ntfy.ts'
import { pushCarrier } from '../features/messages/notify/carriers/push.ts'
import { webhookCarrier } from '../features/messages/notify/carriers/webhook.ts'
import { type Notifications, openNotifications, type Render } from '../features/messages/notify/notifications.ts'
import { openVapidKeys, type VapidKeys } from '../features/messages/notify/vapid.ts'
import { render } from '../model/messages/alerts/render.ts'
import type { Base } from './base.ts'
import type { Enforcement } from './enforcement.ts'
import type { State } from './state.ts'

interface AlertTargets {
  readonly phones: Phones
  readonly notifications: Notifications
  readonly vapidKeys: () => Promise<VapidKeys>
}

interface Sources {
  readonly alerts: Pick<Alerts, 'watch'>
  readonly mqtt: Pick<Mqtt, 'publish'>
}

/** Sends alerts to the targets. */
export function openAlertTargets(
  { machine, clock, options, onFailure }: Base,
  { facts, history, vault }: State,
  { bus, change, watch, resolve }: Enforcement,
  { alerts, mqtt }: Sources,
  opened: AsyncDisposableStack,
): AlertTargets {
  const vapidKeys = openVapidKeys({ facts, change, vault })
  const receivers = { machine, resolve, authorities: options.authorities }
  const names = openTemplateNames(facts)
  const fillIn: Render = (template, event, as) => render(template, event, names, as)
  const notifications = opened.use(
    openNotifications({
      ...{ facts, change, vault, clock, bus, onFailure },
      log: history.keyValueLog('notifications'),
      render: fillIn,
      carriers: {
        push: pushCarrier({ ...receivers, contact: () => facts.setting('notify').Contact, keys: vapidKeys }),
        webhook: webhookCarrier(receivers),
        ntfy: ntfyCarrier(receivers),
        email: emailCarrier(receivers),
        mqtt: mqttCarrier(mqtt),
      },
    }),
  )
  opened.use(watch(notifications.learn))
  opened.use(alerts.watch(notifications.take))
  const phones = openPhones({ ...receivers, facts, render: fillIn, onFailure })
  opened.use(alerts.watch(phones.take))
  return { notifications, vapidKeys, phones }
}
