import type { chartTexts as english } from '../chart.ts'

/** German texts of all charts. */
export const chartTexts: typeof english = {
  table: 'Als Tabelle anzeigen',
  until: 'Bis',
  most: (name, most, mean) => `${name}: höchstens ${most}, im Mittel ${mean}.`,
  nothing: 'Noch keine Daten.',
}
