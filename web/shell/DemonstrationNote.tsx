import { IconTheater } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { system } from '../../router/model/machine/system/contract.ts'
import { query } from '../client/query.ts'
import { demonstrationTexts as words } from '../texts/demonstration.ts'
import styles from './DemonstrationNote.module.css'

/** Above every screen of a demonstration home: nothing here is real. */
export function DemonstrationNote() {
  const features = useQuery(query(system.features))
  if (!features.data?.includes('demonstration')) return null
  return (
    <div className={styles.note} role="note">
      <IconTheater className={styles.icon} size={20} stroke={1.5} aria-hidden />
      <p>
        <strong>{words.title}</strong> {words.hint}
      </p>
    </div>
  )
}
