import { Button } from '@mantine/core'
import { dialogTexts as texts } from '../../texts/dialog.ts'
import styles from './Dialog.module.css'

interface DiscardAnswersProps {
  onKeep: () => void
  onDiscard: () => void
}

/** The question whether to discard what was entered. `id`: of its title. */
export const DiscardQuestion = ({ id, ...answers }: DiscardAnswersProps & { id: string }) => (
  <div role="alert">
    <h2 id={id}>{texts.discardTitle}</h2>
    <DiscardAnswers {...answers} />
  </div>
)

/** What is lost, and the answers. The one that loses nothing has the focus. */
export const DiscardAnswers = ({ onKeep, onDiscard }: DiscardAnswersProps) => (
  <>
    <p>{texts.discardHint}</p>
    <div className={styles.answers}>
      <Button variant="default" onClick={onKeep} autoFocus>
        {texts.goOn}
      </Button>
      <Button color="red" onClick={onDiscard}>
        {texts.discard}
      </Button>
    </div>
  </>
)
