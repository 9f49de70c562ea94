import type { undoTexts as english } from '../../access/undo.ts'

/** German texts of undoing a change. */
export const undoTexts: typeof english = {
  saved: 'Änderung gespeichert.',
  undone: 'Rückgängig gemacht.',
  tooOld: 'Diese Änderung kann nicht mehr rückgängig gemacht werden.',
  changedAgain:
    'Dies wurde inzwischen wieder geändert, oder etwas Benötigtes fehlt. Es wurde nichts rückgängig gemacht.',
}
