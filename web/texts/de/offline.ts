import type { offlineTexts as english } from '../offline.ts'

/** German texts of the page that is shown while the router cannot be reached. */
export const offlineTexts: typeof english = {
  product: 'Sallyport',
  title: 'Ihr Router ist nicht erreichbar',
  hint: 'Prüfen Sie, ob dieses Gerät mit Ihrem Heimnetz verbunden ist. Ein Router, der gerade startet, braucht eine halbe Minute.',
  again: 'Neuer Versuch…',
  now: 'Jetzt versuchen',
}
