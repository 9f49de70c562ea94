import { Button } from '@mantine/core'
import forms from './Form.module.css'
import { SaveError } from './SaveNote.tsx'
import { SubmitButton } from './SubmitButton.tsx'

interface FormEndProps {
  /** The mutation that the form starts: its error is shown above the buttons. */
  save: { readonly isPending: boolean; readonly error: Error | null }
  /** What is wrong and belongs to none of the fields (`complaintOf`). Without it, no field shows the error. */
  rest?: string
  submit: string
  cancel: string
  onCancel: () => void
}

/** The end of a form that was opened on its page: an error, and the buttons that submit and close it. */
export const FormEnd = ({ save, rest, submit, cancel, onCancel }: FormEndProps) => (
  <>
    <SaveError error={rest === '' ? null : save.error} />
    <div className={forms.buttons}>
      <SubmitButton loading={save.isPending}>{submit}</SubmitButton>
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  </>
)
