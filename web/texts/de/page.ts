import type { pageTexts as english, offlineTexts as offlineEnglish } from '../page.ts'

/** German texts of index.html, and of the manifest that a phone reads when it installs the app. */
export const pageTexts: typeof english = {
  description: 'Wer in Ihrem Heimnetz ist, und was jedes Gerät darf.',
  noscript: 'Diese Seite benötigt JavaScript, um mit Ihrem Router zu kommunizieren.',
  devices: 'Geräte',
  addDevice: 'Gerät hinzufügen',
}

/** German texts of the page that is shown while the router cannot be reached. */
export const offlineTexts: typeof offlineEnglish = {
  product: 'Sallyport',
  title: 'Ihr Router ist nicht erreichbar',
  hint: 'Prüfen Sie, ob dieses Gerät mit Ihrem Heimnetz verbunden ist. Ein Router, der gerade startet, braucht eine halbe Minute.',
  again: 'Neuer Versuch…',
  now: 'Jetzt versuchen',
}
