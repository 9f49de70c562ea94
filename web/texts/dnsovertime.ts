/** Texts of the DNS queries of the last days. */
export const dnsOverTimeTexts = {
  title: 'Queries over time, and export',
  passed: 'Not blocked',
  blocked: 'Blocked',
  sums: (total: string, blocked: string) => `${total} queries in 48 hours, ${blocked} of them blocked`,
  csv: 'Export as CSV',
  today: 'Today',
  yesterday: 'Yesterday',
}
