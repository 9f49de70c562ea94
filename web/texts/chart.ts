/** Texts of all charts. */
export const chartTexts = {
  table: 'Show as table',
  until: 'Until',
  most: (name: string, most: string, mean: string) => `${name}: maximum ${most}, average ${mean}.`,
  nothing: 'No data yet.',
}
