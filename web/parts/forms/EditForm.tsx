import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Deletion } from '../dialogs/Deletion.tsx'
import { Form } from './Form.tsx'
import { complaintOf } from './fieldErrors.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { UnsavedChanges } from './UnsavedChanges.tsx'
import { useDraft } from './useDraft.ts'

/** What a page adds or edits: `start` gives the fields when it is opened. They stay if the entry changes elsewhere. */
export function useEntryDraft<Fields extends object>(start: () => Fields) {
  const [saved] = useState(start)
  return useDraft(saved)
}

type DeletionProps = ComponentProps<typeof Deletion>

interface EditFormProps<Known extends string> {
  words: DeletionProps['words'] & { readonly save: string }
  /** Names of the fields that show the router's errors themselves. */
  known: readonly Known[]
  /** Whether the fields differ from what is saved. */
  isChanged: boolean
  /** Whether all fields are valid. An invalid form is not sent. */
  isValid: boolean
  /** The operation that `save` calls. */
  changes: ComponentProps<typeof Form>['changes']
  save: () => Promise<unknown>
  /** Leaves the page, which opens the list otherwise. */
  onSaved?: () => unknown
  /** The hook of its changes (`changesOf`). */
  useChange: (
    make: () => Promise<unknown>,
    onDone?: () => unknown,
  ) => ReturnType<DeletionProps['useChange']> & { readonly isSuccess: boolean }
  list: DeletionProps['list']
  /** Undefined for a new entry. */
  deletion: Pick<DeletionProps, 'name' | 'changes' | 'remove'> | undefined
  /** The fields. `isTried`: they show which of them are missing. */
  children: (errors: { readonly [Name in Known]?: string }, isTried: boolean) => ReactNode
}

/** A page on which one entry of a list is edited or added: it is saved as a whole, and deleted below. Leaving it with changes needs a confirmation. */
export function EditForm<Known extends string>(props: EditFormProps<Known>) {
  const { words, known, isChanged, isValid, changes, save, useChange, list, deletion, children } = props
  const navigate = useNavigate()
  const { onSaved = () => navigate({ to: list }) } = props
  const [isTried, setTried] = useState(false)
  const change = useChange(save, onSaved)
  const { fields, rest } = complaintOf(change.error, known)
  const submit = () => {
    setTried(true)
    if (isValid) change.mutate()
  }
  return (
    <>
      <Form changes={changes} className="fields" noValidate onSubmit={submit}>
        {children(fields as { readonly [Name in Known]?: string }, isTried)}
        <SubmitButton size="md" save={change} rest={rest}>
          {words.save}
        </SubmitButton>
      </Form>
      <UnsavedChanges isUnsaved={isChanged && !change.isPending && !change.isSuccess} />
      {deletion && <Deletion {...deletion} words={words} useChange={useChange} list={list} />}
    </>
  )
}
