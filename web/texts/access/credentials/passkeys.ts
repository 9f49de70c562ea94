/** The button that uses a passkey. */
export const passkeyTexts = {
  signIn: 'Sign in with a passkey',
  instead: 'Use a passkey',
  confirm: 'Confirm this with your passkey.',
  elsewhere: (places: string) => `Your passkey works at ${places} only. Open the app there, or use a recovery code.`,
  cancelled: 'No passkey was used. Try again, or sign in with your password.',
  unknown: 'The router does not accept this passkey. It may have been deleted.',
}
