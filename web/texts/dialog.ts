/** Texts of the question before a dialog is closed. */
export const dialogTexts = {
  discardTitle: 'Discard your changes?',
  discardHint: 'What you entered is not saved.',
  goOn: 'Keep editing',
  discard: 'Discard',
}

/** The dialog for signing in again when the session has ended. */
export const againTexts = {
  title: 'Sign in again',
  hint: 'Your session has ended. This page keeps what you entered.',
}
