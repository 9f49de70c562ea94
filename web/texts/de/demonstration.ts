import type { demonstrationTexts as english } from '../demonstration.ts'

export const demonstrationTexts: typeof english = {
  title: 'Vorführung',
  hint: 'Alle Geräte und das Netz sind simuliert. Es wird kein Paket gesendet.',
}
