/** The entries of a field, separated by lines or commas, without empty ones. */
export const itemsInText = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** The other way round. */
export const textOfItems = (items: readonly string[]): string => items.join('\n')
