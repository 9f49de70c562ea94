/** Texts of the DNS queries of the last days. */
export const dnsOverTimeTexts = {
  title: 'Queries over time, and export',
  passed: 'Not blocked',
  blocked: 'Blocked',
  period: 'Period of the chart',
  lastDay: '24 hours',
  lastDays: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  sums: (total: string, blocked: string) => `${total} queries, ${blocked} of them blocked`,
  failed: 'Queries over time could not be loaded',
  time: 'Time',
  total: 'Queries',
  devices: 'Queries by device',
  devicesFailed: 'Queries by device could not be loaded',
  csv: 'Export as CSV',
  json: 'Export as JSON',
  today: 'Today',
  yesterday: 'Yesterday',
}
