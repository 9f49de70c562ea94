import type { Core } from '../../../core.ts'
import { automations } from '../../../model/messages/automations/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { EventStore } from '../events/store.ts'
import { openAutomations } from './automations.ts'
import type { AutomationParts } from './handlers.ts'
import { automationHandlers } from './handlers.ts'
import { prepare } from './preparation.ts'
import { openSandboxes } from './sandboxes.ts'

interface Needs extends Pick<AutomationParts, 'checkCall' | 'declarations'> {
  readonly eventStore: Pick<EventStore, 'since' | 'items'>
}

/** Scripts of the owner. */
export function automationsPart(core: Core, needs: Needs) {
  const { machine, clock, keep } = core
  const sandboxes = openSandboxes(machine)
  const opened = keep(openAutomations({ ...core, ...needs, sandboxes }))
  const handlers = automationHandlers({
    ...core,
    ...needs,
    automations: opened,
    prepare: (source) => prepare({ machine, clock, sandboxes }, source),
  })
  return { operations: serve(automations, handlers) }
}
