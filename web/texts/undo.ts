/** Texts of undoing a change. */
export const undoTexts = {
  /** For a change that no message of its screen is about. */
  saved: 'Change saved.',
  undone: 'Undone.',
}
