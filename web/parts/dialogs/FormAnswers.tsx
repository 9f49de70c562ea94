import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { deviceTexts } from '../../texts/home/devices/device.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import styles from './Dialog.module.css'

interface FormAnswersProps extends Pick<ComponentProps<typeof SubmitButton>, 'disabled' | 'children'> {
  onClose: () => void
  /** The mutation that the form starts. */
  save: { readonly isPending: boolean }
}

/** The buttons of a form in a dialog. */
export const FormAnswers = ({ onClose, save, ...submit }: FormAnswersProps) => (
  <div className={styles.answers}>
    <Button variant="default" onClick={onClose}>
      {deviceTexts.cancel}
    </Button>
    <SubmitButton loading={save.isPending} {...submit} />
  </div>
)
