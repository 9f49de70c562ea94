import type { formTexts as english } from '../form.ts'

export const formTexts: typeof english = {
  faults: (fields) => `Nicht gespeichert. Bitte prüfen: ${fields}.`,
}
