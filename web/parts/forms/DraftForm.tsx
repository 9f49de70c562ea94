import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { linkTexts } from '../../texts/internet/links.ts'
import { Section } from '../layout/Section.tsx'
import styles from './DraftForm.module.css'
import { Form } from './Form.tsx'
import { SaveError, SaveNote } from './SaveNote.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import type { DraftActions } from './useDraft.ts'

interface DraftFormProps {
  draft: DraftActions
  /** The mutation that `onSubmit` starts. */
  save: { readonly isPending: boolean; readonly reset: () => void }
  onSubmit: () => void
  /** What is wrong and belongs to none of the fields. */
  error: Error | null
  /** What saving brings about. */
  submitHint?: string
  children: ReactNode
}

/** A form over what is saved already: its buttons are there while something differs from that. */
export function DraftForm({ draft, save, onSubmit, error, submitHint, children }: DraftFormProps) {
  const cancel = () => {
    draft.cancel()
    save.reset()
  }
  const submit = () => {
    draft.submit()
    onSubmit()
  }
  return (
    <Form className="fields" noValidate onSubmit={submit}>
      {children}
      <SaveError error={error} />
      {!draft.isIdle && (
        <div className={styles.end}>
          {submitHint && <p>{submitHint}</p>}
          <Button variant="default" disabled={save.isPending} onClick={cancel}>
            {linkTexts.cancel}
          </Button>
          <SubmitButton loading={save.isPending}>{linkTexts.save}</SubmitButton>
        </div>
      )}
    </Form>
  )
}

interface DraftSectionProps extends DraftFormProps, Omit<ComponentProps<typeof Section>, 'note' | 'children'> {
  save: DraftFormProps['save'] & ComponentProps<typeof SaveNote>
  /** Whether a change is reverted unless it is confirmed, in place of a state at the title. */
  isGuarded?: boolean
}

/** A section with nothing but a form over what is saved. */
export function DraftSection({
  isGuarded = false,
  draft,
  save,
  onSubmit,
  error,
  submitHint,
  ...rest
}: DraftSectionProps) {
  const { children, ...section } = rest
  const hint = isGuarded ? linkTexts.confirmHint : submitHint
  return (
    <Section {...section} note={!isGuarded && <SaveNote status={draft.isIdle ? save.status : 'idle'} />}>
      <DraftForm {...{ draft, save, onSubmit, error }} {...(hint !== undefined && { submitHint: hint })}>
        {children}
      </DraftForm>
    </Section>
  )
}
