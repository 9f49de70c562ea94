import type { passkeyTexts as english } from '../../../access/credentials/passkeys.ts'

/** German texts of the button that uses a passkey. */
export const passkeyTexts: typeof english = {
  signIn: 'Mit einem Passkey anmelden',
  instead: 'Passkey verwenden',
  confirm: 'Bestätigen Sie dies mit Ihrem Passkey.',
  elsewhere: (places) =>
    `Ihr Passkey funktioniert nur unter ${places}. Öffnen Sie die App dort oder verwenden Sie einen Wiederherstellungscode.`,
  cancelled: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder melden Sie sich mit dem Kennwort an.',
  unknown: 'Der Router nimmt diesen Passkey nicht an. Vielleicht wurde er gelöscht.',
}
