import { useMemo } from 'react'
import styles from './Specks.module.css'
import { type Speck, specksOf } from './specks.ts'

/** The devices of a box at small scales. */
export function Specks({ specks }: { specks: readonly Speck[] }) {
  const groups = useMemo(() => specksOf(specks), [specks])
  return (
    <svg className={styles.specks} aria-hidden="true">
      {groups.map(({ key, look, status, colour, isGuest, plates, pictures, names, dots, marks }) => (
        <g key={key} data-look={look} data-status={status} data-colour={colour} data-guest={isGuest || undefined}>
          <path className={styles.plate} d={plates} />
          <path className={styles.picture} d={pictures} />
          <path className={styles.name} d={names} />
          <path className={styles.mark} d={marks} />
          <path className={styles.dot} d={dots} />
        </g>
      ))}
    </svg>
  )
}
