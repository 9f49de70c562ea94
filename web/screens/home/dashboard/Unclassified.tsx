import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { homeTexts } from '../../../texts/home/dashboard.ts'
import styles from './Notice.module.css'

/** A link to the devices of an unknown kind; nothing without any. */
export const Unclassified = ({ count }: { count: number }) =>
  count > 0 && (
    <Link to="/admin/devices" search={{ is: 'unclassified' }} className={styles.link}>
      {homeTexts.unclassified(count)}
      <IconChevronRight size={18} stroke={1.6} aria-hidden />
    </Link>
  )
