import type { undoTexts as english } from '../undo.ts'

/** German texts of undoing a change. */
export const undoTexts: typeof english = {
  saved: 'Änderung gespeichert.',
  undone: 'Rückgängig gemacht.',
}
