import { Button } from '@mantine/core'
import { PENDING } from '../../../../router/features/devices/device.ts'
import styles from '../../../parts/dialogs/Dialog.module.css'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { texts } from '../../../texts.ts'

interface ReplaceQuestionProps {
  /** Who waits already. */
  name: string
  opened: boolean
  onClose: () => void
  onReplace: () => void
}

/** Asked before a device that still waits loses its passphrase to another one. */
export const ReplaceQuestion = ({ name, opened, onClose, onReplace }: ReplaceQuestionProps) => (
  <Dialog opened={opened} onClose={onClose} title={texts.add.replaceTitle(name)}>
    <p>{texts.add.replaceHint(name)}</p>
    <div className={styles.answers}>
      <ButtonLink to="/admin/devices/$identity" params={{ identity: PENDING }} variant="default" autoFocus>
        {texts.add.keep}
      </ButtonLink>
      <Button color="red" onClick={onReplace}>
        {texts.add.replace}
      </Button>
    </div>
  </Dialog>
)
