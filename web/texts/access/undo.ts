/** Texts of undoing a change. */
export const undoTexts = {
  /** For a change that no message of its screen is about. */
  saved: 'Change saved.',
  undone: 'Undone.',
  tooOld: 'This change can no longer be undone.',
  changedAgain: 'This was changed again since, or something that it needs no longer exists. Nothing was undone.',
}
