import type { againTexts as english } from '../again.ts'

/** German texts of the dialog that asks for the password when the session has ended. */
export const againTexts: typeof english = {
  title: 'Wieder anmelden',
  hint: 'Ihre Sitzung ist beendet. Ihre Eingaben auf dieser Seite bleiben erhalten.',
}
