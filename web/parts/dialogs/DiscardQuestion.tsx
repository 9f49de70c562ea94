import { Button } from '@mantine/core'
import { dialogTexts as texts } from '../../texts/dialog.ts'
import styles from './Dialog.module.css'

interface DiscardQuestionProps {
  /** The ID of the title. */
  id: string
  onKeep: () => void
  onDiscard: () => void
}

/** The question whether to discard what was entered. The answer that loses nothing has the focus. */
export const DiscardQuestion = ({ id, onKeep, onDiscard }: DiscardQuestionProps) => (
  <div role="alert">
    <h2 id={id}>{texts.discardTitle}</h2>
    <p>{texts.discardHint}</p>
    <div className={styles.answers}>
      <Button variant="default" onClick={onKeep} autoFocus>
        {texts.goOn}
      </Button>
      <Button color="red" onClick={onDiscard}>
        {texts.discard}
      </Button>
    </div>
  </div>
)
