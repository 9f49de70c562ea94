/** The button that uses a passkey. */
export const passkeyTexts = {
  signIn: 'Sign in with a passkey',
  instead: 'Use a passkey',
  cancelled: 'No passkey was used. Try again, or sign in with your password.',
  unknown: 'The router does not accept this passkey. It may have been deleted.',
}
