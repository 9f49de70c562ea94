import type { Core } from '../../../core.ts'
import { alerts } from '../../../model/messages/alerts/contract.ts'
import { type Render, render } from '../../../model/messages/alerts/render.ts'
import { serve } from '../../../model/operation.ts'
import { openAlerts } from './alerts.ts'
import { alertHandlers, openTemplateNames } from './handlers.ts'

/** Alerts that rules make from events. */
export function alertsPart(core: Core, needs: Pick<Parameters<typeof alertHandlers>[0], 'events'>) {
  const { facts, keep } = core
  const opened = keep(openAlerts(core))
  const names = openTemplateNames(facts)
  const fillIn: Render = (template, event, as) => render(template, event, names, as)
  return { alerts: opened, render: fillIn, operations: serve(alerts, alertHandlers({ ...core, ...needs })) }
}
