import type { Role } from '../../../router/model/access/credentials/role.ts'
import { isFor, SECTIONS } from './sections.ts'

/** Pages that only change something, in sections that others may read. */
const FOR_OWNERS: readonly string[] = ['/admin/alerts/rule']

/** Whether a role has any use of the page at a path. The pages that add or edit something are for owners. */
export function isOpenTo(role: Role, path: string): boolean {
  if (role === 'owner') return true
  if (FOR_OWNERS.includes(path)) return false
  const section = SECTIONS.find(({ to }) => path === to || (to !== '/admin' && path.startsWith(`${to}/`)))
  return section !== undefined && isFor(section, role)
}
