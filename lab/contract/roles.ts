import type { Operation } from '../../router/model/operation.ts'
import { contracts } from '../../router/model/operations.ts'

/** The caller: a user with a role, an API token with all scopes and no one-time code, or none, after the setup. */
export const CALLERS = ['owner', 'viewer', 'parent', 'token', 'anonymous'] as const
export type CallerKind = (typeof CALLERS)[number]

/** Every operation of the contract, each route once. */
export const OPERATIONS: readonly Operation[] = Object.values(contracts)
  .flatMap((contract): Operation[] => Object.values(contract))
  .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))

export function nameOf({ method, path }: Operation): string {
  return `${path} ${method}`
}

/** Whether the contract lets a caller make a call, provided that users send their one-time code. */
export function mayCall(caller: CallerKind, { details: { access = 'user', roles = [] } }: Operation): boolean {
  if (access === 'public' || caller === 'owner') return true
  if (caller === 'anonymous') return false
  return caller === 'token' ? access !== 'password' && access !== 'code' : roles.includes(caller)
}

/** What is served beside the contract: the paths and pages of a plugin, and websockets. */
export const OTHERS: Readonly<Record<string, readonly CallerKind[]>> = {
  'GET /admin/custom_plugin/{URI}/': ['owner', 'token'],
  'GET /admin/custom_plugin/{URI}/static/*': CALLERS,
  'GET /openapi.json': CALLERS,
  'any method, and websockets: /plugins/{URI}/*': ['owner', 'token'],
  'websocket: /ws': ['owner', 'viewer', 'parent', 'token'],
  'websocket: /ws_events_all': ['owner', 'viewer', 'parent', 'token'],
}

/** The table of docs/roles.md: who may call what. */
export function tableOf(operations: readonly Operation[]): string {
  const cells = (isPermitted: (caller: CallerKind) => boolean) =>
    CALLERS.map((caller) => (isPermitted(caller) ? 'yes' : '–'))
  const rows = [
    ...operations.map((operation) => [
      `${operation.method} ${operation.path}`,
      ...cells((caller) => mayCall(caller, operation)),
    ]),
    ...Object.entries(OTHERS).map(([name, callers]) => [name, ...cells((caller) => callers.includes(caller))]),
  ]
  const lines = [['operation', ...CALLERS], ['---', ...CALLERS.map(() => ':-:')], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
