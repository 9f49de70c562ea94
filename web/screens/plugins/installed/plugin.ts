import type { InstallPlan } from '../../../../router/model/plugins/installed/contract.ts'
import type { ListedPlugin } from '../../../../router/model/plugins/installed/plugin.ts'

export type Plugin = ListedPlugin
export type Plan = InstallPlan
export type Right = Plan['Rights'][number]
export type { Requests } from '../../../../router/model/plugins/installed/requests.ts'

/** Plugins that an owner has installed or registered; parts of the router are listed without a revision. */
export const installedOf = (plugins: readonly Plugin[]): Plugin[] =>
  plugins.filter(({ Revision }) => Revision !== undefined)

/** Whether the app shows its pages now. */
export const hasPages = ({ Enabled, HasUI, SandboxedUI, URI }: Plugin): boolean =>
  Enabled && HasUI && SandboxedUI && URI !== ''
