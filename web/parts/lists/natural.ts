import { locale } from '../values/locale.ts'

const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })

/** Compares names for sorting: numbers in them by value (`Gadget 3` before `Gadget 29`), without regard to case and diacritics. */
export const byName = collator.compare
