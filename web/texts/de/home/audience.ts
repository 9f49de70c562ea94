import type { audienceTexts as english } from '../../home/audience.ts'

export const audienceTexts: typeof english = {
  label: 'Gilt für',
  chosen: 'Diese Geräte',
  chosenHint: 'Geräte, oder alle Geräte einer Gruppe oder mit einem Etikett.',
  all: 'Alle Geräte',
  allHint: 'Auch Geräte, die später hinzukommen.',
  missing: 'Wählen Sie ein Gerät, eine Gruppe oder ein Etikett, oder „Alle Geräte“.',
}
