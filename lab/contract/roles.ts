import { contracts } from '../../router/features/index.ts'
import type { Operation } from '../../router/features/operation.ts'

/** Who calls: a user with a role, an API token with all scopes and no one-time code, or nobody, after the setup. */
export const CALLERS = ['owner', 'viewer', 'parent', 'token', 'nobody'] as const
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
  if (caller === 'nobody') return false
  return caller === 'token' ? access !== 'password' && access !== 'code' : roles.includes(caller)
}

/** The table of docs/roles.md: who may call what. */
export function tableOf(operations: readonly Operation[]): string {
  const rows = operations.map(({ method, path, ...rest }) => [
    `${method} ${path}`,
    ...CALLERS.map((caller) => (mayCall(caller, { method, path, ...rest }) ? 'yes' : '–')),
  ])
  const lines = [['operation', ...CALLERS], ['---', ...CALLERS.map(() => ':-:')], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
