import { useDocumentTitle } from '@mantine/hooks'
import { Link, useSearch } from '@tanstack/react-router'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { texts } from '../../../texts/machine/logs.ts'
import { texts as shared } from '../../../texts.ts'
import { Changes } from '../../access/audit/Changes.tsx'
import { Log } from './Log.tsx'
import styles from './LogsScreen.module.css'

/** What the router says of itself, and who has changed what. */
export function LogsScreen() {
  useDocumentTitle(`${texts.title} · ${shared.product}`)
  const { view, words = '' } = useSearch({ from: '/admin/logs' })
  return (
    <>
      <ScreenHead title={texts.title} hint={texts.hint} />
      <nav className={styles.views} aria-label={texts.views}>
        <Link to="/admin/logs" search={{}} activeOptions={{ exact: true }}>
          {texts.log}
        </Link>
        <Link to="/admin/logs" search={{ view: 'changes' }} activeOptions={{ exact: true }}>
          {texts.changes}
        </Link>
      </nav>
      {view === 'changes' ? <Changes /> : <Log key={words} words={words} />}
    </>
  )
}
