import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { formTexts } from '../../texts/form.ts'
import { list } from '../../texts/list.ts'
import { useFaults } from './faults.ts'
import styles from './SubmitButton.module.css'

/** The button that submits a `Form`, below the names of the fields with errors: they may be outside of the window. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button<'button'>>, 'type'>) {
  const faults = useFaults()
  return (
    <>
      {faults.length > 0 && (
        <p className={styles.faults} role="alert">
          {formTexts.faults(list([...new Set(faults)]))}
        </p>
      )}
      <Button {...props} type="submit" />
    </>
  )
}
