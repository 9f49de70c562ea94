import { IconLock } from '@tabler/icons-react'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { ownRole } from '../../../client/may.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { isOpenTo } from '../../../parts/navigation/sections.ts'
import { usersTexts } from '../../../texts/access/users.ts'
import { ParentHome } from './ParentHome.tsx'
import styles from './Users.module.css'

/**
 * The page at the present path for a user who is not an owner. The path is that of the screen which the outlet shows. The location
 * is ahead of it while another screen is loaded: by that, a closed page would be shown.
 */
export function OwnScreen() {
  const path = useRouterState({ select: ({ matches }) => (matches.at(-1)?.pathname ?? '').replace(/(?<=.)\/$/, '') })
  const role = ownRole()
  if (!isOpenTo(role, path)) return <ForbiddenPage />
  if (role === 'parent') return path === '/admin' ? <ParentHome /> : <Outlet />
  return (
    <>
      {path !== '/admin/account' && (
        <p className={styles.readOnly} role="note">
          <IconLock size={16} stroke={1.6} aria-hidden />
          {usersTexts.readOnly}
        </p>
      )}
      <Outlet />
    </>
  )
}

const words = usersTexts.forbidden

/** In place of a page that the role of the user has no use of. */
const ForbiddenPage = () => (
  <Face
    icon={<IconLock size={32} stroke={1.5} />}
    title={words.title}
    hint={words.hint(usersTexts.roles[ownRole()])}
    isAlone
  >
    <ButtonLink to="/admin" variant="default">
      {words.home}
    </ButtonLink>
  </Face>
)
