import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { plugins } from '../../../model/plugins/installed/contract.ts'
import type { Superd } from '../../../model/plugins/installed/superd.ts'
import { uiSessions } from '../../../model/plugins/installed/uicontract.ts'
import { pluginHandlers } from './handlers.ts'
import { openPluginContainers } from './projects.ts'
import { openUiSessions, uiSessionHandlers } from './uisessions.ts'

/** Installed plugins, their containers and their pages. */
export function pluginsPart(core: Core, { superd }: { readonly superd: Superd }) {
  const projects = core.keep(openPluginContainers({ ...core, superd }))
  const sessions = openUiSessions(core)
  return {
    uiSessions: sessions,
    operations: [
      ...serve(plugins, pluginHandlers({ ...core, superd, projects })),
      ...serve(uiSessions, uiSessionHandlers({ ...core, sessions })),
    ],
  }
}
