import type { dnsOverTimeTexts as english } from '../dnsovertime.ts'

/** German texts of the DNS queries of the last days. */
export const dnsOverTimeTexts: typeof english = {
  title: 'Abfragen im Verlauf und Export',
  passed: 'Nicht gesperrt',
  blocked: 'Gesperrt',
  sums: (total, blocked) => `${total} Abfragen in 48 Stunden, davon ${blocked} gesperrt`,
  csv: 'Als CSV exportieren',
  today: 'Heute',
  yesterday: 'Gestern',
}
