import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { linkTexts } from '../../texts/internet/links.ts'
import styles from './DraftForm.module.css'
import { Form } from './Form.tsx'
import { SaveError } from './SaveNote.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import type { DraftActions } from './useDraft.ts'

interface DraftFormProps {
  draft: DraftActions
  save: { readonly isPending: boolean; readonly reset: () => void }
  onSubmit: () => void
  /** What is wrong and belongs to none of the fields. */
  error: Error | null
  /** What saving brings about. */
  hint?: string
  children: ReactNode
}

/** A form over what is saved already: its buttons are there while something differs from that. */
export function DraftForm({ draft, save, onSubmit, error, hint, children }: DraftFormProps) {
  const cancel = () => {
    draft.cancel()
    save.reset()
  }
  const submit = () => {
    draft.submit()
    onSubmit()
  }
  return (
    <Form className={styles.form} noValidate onSubmit={submit}>
      {children}
      <SaveError error={error} />
      {!draft.isIdle && (
        <div className={styles.end}>
          {hint && <p>{hint}</p>}
          <Button variant="default" disabled={save.isPending} onClick={cancel}>
            {linkTexts.cancel}
          </Button>
          <SubmitButton loading={save.isPending}>{linkTexts.save}</SubmitButton>
        </div>
      )}
    </Form>
  )
}
