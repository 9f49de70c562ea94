import { useState } from 'react'

/** The saved fields with unsaved changes. `isIdle`: there are no changes. */
export function useDraft<Fields extends object>(saved: Fields) {
  const [typed, setTyped] = useState<Partial<Fields>>({})
  const fields: Fields = { ...saved, ...typed }
  const isIdle = JSON.stringify(fields) === JSON.stringify(saved)
  return {
    fields,
    isIdle,
    type: (part: Partial<Fields>) => setTyped((before) => ({ ...before, ...part })),
    clear: () => setTyped({}),
  }
}
