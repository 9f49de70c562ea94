import type { dialogTexts as english } from '../dialog.ts'

export const dialogTexts: typeof english = {
  discardTitle: 'Änderungen verwerfen?',
  discardHint: 'Die Eingaben sind nicht gespeichert.',
  goOn: 'Weiter bearbeiten',
  discard: 'Verwerfen',
}
