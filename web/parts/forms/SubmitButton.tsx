import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { formTexts } from '../../texts/form.ts'
import { list } from '../../texts/list.ts'
import { useFaults } from './faults.ts'
import { SaveError } from './SaveNote.tsx'
import styles from './SubmitButton.module.css'

interface SubmitButtonProps extends Omit<ComponentProps<typeof Button<'button'>>, 'type'> {
  /** The mutation that the form starts: its error is shown above the button. */
  save?: { readonly isPending: boolean; readonly error: Error | null }
  /** What is wrong and belongs to none of the fields (`complaintOf`). Without it, no field shows the error. */
  rest?: string
}

/** The button that submits a `Form`, below the names of the fields with errors: they may be outside of the window. */
export function SubmitButton({ save, rest, ...button }: SubmitButtonProps) {
  const faults = useFaults()
  return (
    <>
      {save && <SaveError error={rest === '' ? null : save.error} />}
      {faults.length > 0 && (
        <p className={styles.faults} role="alert">
          {formTexts.faults(list([...new Set(faults)]))}
        </p>
      )}
      <Button loading={save?.isPending === true} {...button} type="submit" />
    </>
  )
}
