/** Texts of the question before a dialog is closed. */
export const dialogTexts = {
  discardTitle: 'Discard your changes?',
  discardHint: 'What you entered is not saved.',
  goOn: 'Keep editing',
  discard: 'Discard',
}
