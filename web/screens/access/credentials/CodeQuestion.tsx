import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { AnyCodeField, codeIn } from '../../../parts/forms/CodeField.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { texts } from '../../../texts.ts'

interface CodeQuestionProps {
  title: string
  hint: string
  submit: string
  color?: 'red' | undefined
  /** Runs the action with the code: these calls need a new code, regardless of an earlier proof. */
  onCode: (code: string) => Promise<unknown>
  onClose: () => void
}

/** A dialog for an action that needs a new code. */
export function CodeQuestion({ title, hint, submit, color, onCode, onClose }: CodeQuestionProps) {
  const step = useMutation({ mutationFn: onCode, onSuccess: onClose })
  const { fields, rest } = complaintOf(step.error, ['Code'])
  return (
    <Dialog opened onClose={onClose} title={title} hasDraft={false}>
      <p>{hint}</p>
      <form action={(form) => step.mutate(codeIn(form))} className={forms.form}>
        <AnyCodeField error={fields.Code && texts.login.codeRefused(fields.Code)} />
        <SaveError error={rest === '' ? null : step.error} />
        <div className={forms.answers}>
          <Button variant="default" onClick={onClose}>
            {accessTexts.otp.cancel}
          </Button>
          <Button type="submit" color={color} loading={step.isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
