/** What was typed into a form over saved values, and the part of it that is being saved. */
export interface FormDraft<Fields> {
  readonly typed: Partial<Fields>
  readonly sent: Partial<Fields>
}

export const nothingTyped = <Fields>(): FormDraft<Fields> => ({ typed: {}, sent: {} })

/** The draft after its values were sent to the router. */
export const submitted = <Fields>({ typed }: FormDraft<Fields>): FormDraft<Fields> => ({ typed, sent: typed })

/** The draft after the router has saved what was sent. Fields that were changed since then are kept. */
export function settledDraft<Fields extends object>({ typed, sent }: FormDraft<Fields>): FormDraft<Fields> {
  const isSince = ([name, value]: [string, unknown]): boolean => !Object.is(value, sent[name as keyof Fields])
  return { typed: Object.fromEntries(Object.entries(typed).filter(isSince)) as Partial<Fields>, sent: {} }
}

/** Of a single field: `empty` after `sent` was saved, unless it was changed since then. */
export const cleared =
  <Value>(sent: Value, empty: Value) =>
  (now: Value): Value =>
    Object.is(now, sent) ? empty : now
