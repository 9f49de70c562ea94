import { Button } from '@mantine/core'
import { mapTexts } from '../../texts/map.ts'
import styles from './MapScreen.module.css'
import type { Mover } from './useMove.ts'

/** What was changed last, and a way back. */
export const Moved = ({ move: { done, putBack } }: { move: Mover }) => (
  <div className={styles.moved} role="status">
    {done && (
      <div className={styles.news}>
        <span>{mapTexts.moved(done.name, done.groups)}</span>
        <Button variant="subtle" size="compact-sm" onClick={putBack}>
          {mapTexts.putBack}
        </Button>
      </div>
    )}
  </div>
)
