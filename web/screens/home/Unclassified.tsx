import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { homeTexts } from '../../texts/home.ts'
import { useUnclassified } from '../devices/useUnclassified.ts'
import styles from './Unclassified.module.css'

/** A link to the devices of an unknown kind; nothing without any. */
export function Unclassified() {
  const count = useUnclassified()?.size ?? 0
  return (
    count > 0 && (
      <Link to="/admin/devices" search={{ is: 'unclassified' }} className={styles.link}>
        {homeTexts.unclassified(count)}
        <IconChevronRight size={18} stroke={1.6} aria-hidden />
      </Link>
    )
  )
}
