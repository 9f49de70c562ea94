import type { pageTexts as english } from '../page.ts'

/** German texts of index.html, and of the manifest that a phone reads when it installs the app. */
export const pageTexts: typeof english = {
  description: 'Wer in Ihrem Heimnetz ist, und was jedes Gerät darf.',
  noscript: 'Diese Seite benötigt JavaScript, um mit Ihrem Router zu kommunizieren.',
  devices: 'Geräte',
  addDevice: 'Gerät hinzufügen',
}
