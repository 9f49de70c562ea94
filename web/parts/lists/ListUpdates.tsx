import { Button } from '@mantine/core'
import { texts } from '../../texts.ts'
import styles from './ListUpdates.module.css'

interface NewsProps {
  isHeld: boolean
  /** Number of lines that arrived during the pause. */
  count: number
  onShow: () => void
}

/** Over a list of `useStill`: whether it goes on, and what waits. It is always as high, so that the list stays where it is. */
export const News = ({ isHeld, count, onShow }: NewsProps) => (
  <p className={styles.news}>
    {count > 0 ? (
      <Button size="compact-sm" variant="light" onClick={onShow}>
        {texts.news.show(count)}
      </Button>
    ) : isHeld ? (
      texts.news.still
    ) : (
      texts.news.live
    )}
  </p>
)
