import type { againTexts as againEnglish, dialogTexts as english } from '../dialog.ts'

export const dialogTexts: typeof english = {
  discardTitle: 'Änderungen verwerfen?',
  discardHint: 'Die Eingaben sind nicht gespeichert.',
  goOn: 'Weiter bearbeiten',
  discard: 'Verwerfen',
}

/** German texts of the dialog that asks for the password when the session has ended. */
export const againTexts: typeof againEnglish = {
  title: 'Wieder anmelden',
  hint: 'Ihre Sitzung ist beendet. Ihre Eingaben auf dieser Seite bleiben erhalten.',
}
