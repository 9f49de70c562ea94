import type { Core } from '../../../core.ts'
import { automations } from '../../../model/messages/automations/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openAutomations } from './automations.ts'
import { automationHandlers } from './handlers.ts'
import { prepare } from './preparation.ts'
import { openSandboxes } from './sandboxes.ts'

type Needs = Pick<Parameters<typeof automationHandlers>[0], 'checkCall' | 'declarations' | 'eventStore'>

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
