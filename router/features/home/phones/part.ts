import type { Core } from '../../../core.ts'
import { phones } from '../../../model/home/phones/contract.ts'
import type { Render } from '../../../model/messages/alerts/render.ts'
import { serve } from '../../../model/operation.ts'
import type { Alerts } from '../../messages/alerts/alerts.ts'
import { phoneHandlers } from './handlers.ts'
import { openPhones } from './phones.ts'

interface Needs {
  readonly alerts: Pick<Alerts, 'watch'>
  readonly render: Render
}

/** Alerts on phones with the mobile app. */
export function phonesPart(core: Core, { alerts, render }: Needs) {
  const sender = openPhones(core, render)
  core.keep(alerts.watch(sender.take))
  return { operations: serve(phones, phoneHandlers(core, sender)) }
}
