import { locale } from './locale.ts'

/** What separates the decimals of a number in a field, such as a comma. */
export const decimalSeparator =
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
