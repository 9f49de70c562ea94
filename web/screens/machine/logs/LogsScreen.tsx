import { Link, useSearch } from '@tanstack/react-router'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { logTexts } from '../../../texts/machine/logs.ts'
import { AuditLog } from '../../access/audit/AuditLog.tsx'
import styles from './LogsScreen.module.css'
import { RouterLogView } from './RouterLogView.tsx'

/** What the router says of itself, and who has changed what. */
export function LogsScreen() {
  usePageTitle(logTexts.title)
  const { view, words = '' } = useSearch({ from: '/admin/logs' })
  return (
    <>
      <ScreenHead title={logTexts.title} hint={logTexts.hint} />
      <nav className={styles.views} aria-label={logTexts.views}>
        <Link to="/admin/logs" search={{}} activeOptions={{ exact: true }}>
          {logTexts.log}
        </Link>
        <Link to="/admin/logs" search={{ view: 'changes' }} activeOptions={{ exact: true }}>
          {logTexts.changes}
        </Link>
      </nav>
      {view === 'changes' ? <AuditLog /> : <RouterLogView key={words} words={words} />}
    </>
  )
}
