import type { Core } from '../../../core.ts'
import { alerts } from '../../../model/messages/alerts/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openAlerts } from './alerts.ts'
import type { AlertEvents } from './handlers.ts'
import { alertHandlers, openTemplateNames } from './handlers.ts'
import { openAlertTexts } from './texts.ts'

/** Alerts that rules make from events. */
export function alertsPart(core: Core, needs: { readonly events: AlertEvents }) {
  const { facts, keep } = core
  const opened = keep(openAlerts(core))
  return {
    alerts: opened,
    textsOf: openAlertTexts(openTemplateNames(facts)),
    operations: serve(alerts, alertHandlers({ ...core, ...needs })),
  }
}
