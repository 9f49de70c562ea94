import type { dnsOverTimeTexts as english } from '../dnsovertime.ts'

/** German texts of the DNS queries of the last days. */
export const dnsOverTimeTexts: typeof english = {
  title: 'Abfragen im Verlauf und Export',
  passed: 'Nicht gesperrt',
  blocked: 'Gesperrt',
  period: 'Zeitraum des Diagramms',
  lastDay: '24 Stunden',
  lastDays: (days) => (days === 1 ? '1 Tag' : `${days} Tage`),
  sums: (total, blocked) => `${total} Abfragen, davon ${blocked} gesperrt`,
  devices: 'Abfragen nach Gerät',
  csv: 'Als CSV exportieren',
  json: 'Als JSON exportieren',
  today: 'Heute',
  yesterday: 'Gestern',
}
