/** What stands in a field, one a line (or between commas), without what is empty. */
export const itemsOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** The other way round. */
export const textOf = (items: readonly string[]): string => items.join('\n')
