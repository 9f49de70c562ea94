import { IconLock } from '@tabler/icons-react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { ownRole } from '../../../client/may.ts'
import { isOpenTo } from '../../../parts/shell/openTo.ts'
import { usersTexts } from '../../../texts/access/users.ts'
import { ForbiddenPage } from './ForbiddenPage.tsx'
import { ParentHome } from './ParentHome.tsx'
import styles from './Users.module.css'

/** The page at the present path for a user who is not an owner. */
export function OwnScreen() {
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/(?<=.)\/$/, '') })
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
