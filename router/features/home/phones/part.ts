import type { Core } from '../../../core.ts'
import { phones } from '../../../model/home/phones/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { Alerts } from '../../messages/alerts/alerts.ts'
import type { TextsOf } from '../../messages/alerts/texts.ts'
import { phoneHandlers } from './handlers.ts'
import { openPhones } from './phones.ts'

interface Needs {
  readonly alerts: Pick<Alerts, 'watch'>
  readonly textsOf: TextsOf
}

/** Alerts on phones with the mobile app. */
export function phonesPart(core: Core, { alerts, textsOf }: Needs) {
  const sender = openPhones(core, textsOf)
  core.keep(alerts.watch(sender.take))
  return { operations: serve(phones, phoneHandlers(core, sender)) }
}
