import { useState } from 'react'
import { type FormDraft, nothingTyped, settledDraft, submitted } from './draft.ts'

/** What the buttons of a form do with its draft. */
export interface DraftActions {
  /** There are no unsaved changes. */
  readonly isIdle: boolean
  /** To be called when the fields are sent. */
  submit(): void
  /** To be called when what was sent is saved. What was typed since then stays. */
  settle(): void
  /** Discards all changes. */
  cancel(): void
}

/** The saved fields with unsaved changes. */
export function useDraft<Fields extends object>(saved: Fields) {
  const [draft, setDraft] = useState<FormDraft<Fields>>(nothingTyped)
  const fields: Fields = { ...saved, ...draft.typed }
  const actions: DraftActions = {
    isIdle: JSON.stringify(fields) === JSON.stringify(saved),
    submit: () => setDraft(submitted),
    settle: () => setDraft(settledDraft),
    cancel: () => setDraft(nothingTyped),
  }
  return {
    fields,
    ...actions,
    type: (part: Partial<Fields>) => setDraft(({ typed, sent }) => ({ typed: { ...typed, ...part }, sent })),
  }
}
