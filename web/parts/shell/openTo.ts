import type { Role } from '../../../router/features/access/role.ts'
import { isFor, SECTIONS } from './sections.ts'

/** Whether a role has any use of the page at a path. The pages that add or edit something are for owners. */
export function isOpenTo(role: Role, path: string): boolean {
  if (role === 'owner') return true
  const section = SECTIONS.find(({ to }) => path === to || (to !== '/admin' && path.startsWith(`${to}/`)))
  return section !== undefined && isFor(section, role)
}
