import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { homeTexts } from '../../../texts/home/dashboard.ts'
import { list } from '../../../texts/list.ts'
import styles from '../dashboard/Notice.module.css'
import { useEntries } from '../devices/useEntries.ts'
import { useBlocked } from './useBlocked.ts'

const words = homeTexts.withoutInternet

/** The most names that are shown; of more devices, the last one is a number. */
const MOST = 3

/** A link to the schedules, with the devices that pauses, schedules and limits leave without internet now; nothing without any. */
export function WithoutInternet() {
  const { entries = [] } = useEntries()
  const until = useBlocked()
  const all = entries.flatMap((entry) => {
    const end = until(entry)
    return end === undefined ? [] : [words.device(entry.name, end)]
  })
  if (all.length === 0) return null
  const shown = all.length > MOST ? [...all.slice(0, MOST - 1), words.more(all.length - MOST + 1)] : all
  return (
    <Link to="/admin/schedules" className={styles.link}>
      {words.all(list(shown))}
      <IconChevronRight size={18} stroke={1.6} aria-hidden />
    </Link>
  )
}
