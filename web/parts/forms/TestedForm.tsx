import { Button } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { deviceTexts } from '../../texts/home/devices/device.ts'
import { texts } from '../../texts.ts'
import forms from './Form.module.css'
import { Form } from './Form.tsx'
import { revealFirst } from './faults.ts'
import { complaintOf } from './fieldErrors.ts'
import { SaveError } from './SaveNote.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { type Tested, TestResultMessage } from './TestResultMessage.tsx'
import type { DraftActions } from './useDraft.ts'

interface TestedFormProps<Fields, Saved, Known extends string> {
  fields: Fields
  /** The names of the fields in the contract: errors that begin with one of them are shown at the field. */
  known: readonly Known[]
  save: UseMutationResult<Saved, Error, Fields>
  submit: string
  /** Whether the form can be saved in its present state. */
  canSave?: boolean
  /** Sends a test with what the form has, which is not saved. Undefined where there is nothing to test. */
  test: UseMutationResult<Tested, Error, Fields> | undefined
  /** The changes of saved settings. */
  draft?: DraftActions
  children: (errors: { readonly [Name in Known]?: string | undefined }) => ReactNode
}

/** A form for a connection to another program, which can be tested before it is saved. */
export function TestedForm<Fields, Saved, Known extends string>(props: TestedFormProps<Fields, Saved, Known>) {
  const { fields, known, save, submit, canSave = true, test, draft, children } = props
  const isIdle = draft?.isIdle ?? false
  const form = useRef<HTMLFormElement>(null)
  // Results are about what was sent: they disappear when something is changed.
  const isAbout = (sent: Fields | undefined) => JSON.stringify(sent) === JSON.stringify(fields)
  const error = (isAbout(save.variables) ? save.error : null) ?? (isAbout(test?.variables) ? test?.error : null) ?? null
  const result = test?.data && isAbout(test.variables) ? test.data : undefined
  const complaint = complaintOf(error, known)
  const isAtField = result !== undefined && !result.Ok && known.some((name) => name === result.Field)
  const errors: Readonly<Record<string, string>> = {
    ...(isAtField && { [result.Field]: result.Message }),
    ...complaint.fields,
  }
  // On a phone, the field may be outside of the screen.
  const showError = () => void requestAnimationFrame(() => revealFirst(form.current))
  return (
    <Form
      ref={form}
      className={forms.form}
      noValidate
      onSubmit={() => {
        test?.reset()
        draft?.submit()
        save.mutate(fields, { onSuccess: () => draft?.settle() })
      }}
    >
      {children(errors as { readonly [Name in Known]?: string })}
      <SaveError error={complaint.rest ? error : null} />
      <TestResultMessage result={isAtField ? { ...result, Message: texts.test.atField } : result} />
      {(!isIdle || test) && (
        <div className={forms.buttons}>
          {!isIdle && (
            <SubmitButton loading={save.isPending} disabled={!canSave || test?.isPending === true}>
              {submit}
            </SubmitButton>
          )}
          {test && (
            <Button
              variant="default"
              loading={test.isPending}
              disabled={!canSave || save.isPending}
              onClick={() => {
                save.reset()
                test.mutate(fields, { onSettled: showError })
              }}
            >
              {texts.test.send}
            </Button>
          )}
          {!isIdle && draft && (
            <Button
              variant="subtle"
              disabled={save.isPending}
              onClick={() => {
                draft.cancel()
                save.reset()
                test?.reset()
              }}
            >
              {deviceTexts.cancel}
            </Button>
          )}
        </div>
      )}
    </Form>
  )
}
