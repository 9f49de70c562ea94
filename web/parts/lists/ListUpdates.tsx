import { Button } from '@mantine/core'
import { texts } from '../../texts.ts'
import styles from './ListUpdates.module.css'

interface NewsProps {
  isHeld: boolean
  /** Number of lines that arrived during the pause. */
  count: number
  onShow: () => void
  /** How the list is sorted and that it updates; by default, newest first. */
  order?: string
}

/**
 * Status line above a list of `usePausedList`: whether it updates, and the number of pending lines. Its height is constant, so that
 * the list does not move.
 */
export const News = ({ isHeld, count, onShow, order = texts.news.live }: NewsProps) => (
  <p className={styles.news}>
    {count > 0 ? (
      <Button size="compact-sm" variant="light" onClick={onShow}>
        {texts.news.show(count)}
      </Button>
    ) : isHeld ? (
      texts.news.still
    ) : (
      order
    )}
  </p>
)
