/** The dialog for signing in again when the session has ended. */
export const againTexts = {
  title: 'Sign in again',
  hint: 'Your session has ended. This page keeps what you entered.',
}
