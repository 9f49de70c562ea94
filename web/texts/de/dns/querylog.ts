import type { dnsOverTimeTexts as english } from '../../dns/querylog.ts'

/** German texts of the DNS queries of the last days. */
export const dnsOverTimeTexts: typeof english = {
  title: 'Abfragen im Verlauf und Export',
  passed: 'Nicht gesperrt',
  blocked: 'Gesperrt',
  period: 'Zeitraum des Diagramms',
  lastDay: '24 Stunden',
  lastDays: (days) => (days === 1 ? '1 Tag' : `${days} Tage`),
  sums: (total, blocked) => `${total} Abfragen, davon ${blocked} gesperrt`,
  failed: 'Der Verlauf der Abfragen konnte nicht geladen werden',
  time: 'Zeit',
  total: 'Abfragen',
  devices: 'Abfragen nach Gerät',
  devicesFailed: 'Die Abfragen nach Gerät konnten nicht geladen werden',
  csv: 'Als CSV exportieren',
  json: 'Als JSON exportieren',
  today: 'Heute',
  yesterday: 'Gestern',
}
