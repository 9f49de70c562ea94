/** What stands around every chart. */
export const chartTexts = {
  table: 'As a table',
  until: 'Until',
  most: (name: string, most: string, mean: string) => `${name}: ${most} at most, ${mean} on average.`,
  nothing: 'There is nothing to show yet.',
} as const
