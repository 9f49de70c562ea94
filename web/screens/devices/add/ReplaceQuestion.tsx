import { Button } from '@mantine/core'
import { PENDING } from '../../../../router/features/devices/device.ts'
import styles from '../../../parts/dialogs/Dialog.module.css'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { texts } from '../../../texts.ts'

interface ReplaceQuestionProps {
  /** The pending device. */
  name: string
  opened: boolean
  onClose: () => void
  onReplace: () => void
}

/** Asks for confirmation before the passphrase of a pending device is replaced. */
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
