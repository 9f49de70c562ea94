/** A text in the URL, shortened; undefined for an empty or invalid one. A text of digits arrives as a number. */
export const searchText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 300) || undefined : undefined

/** The value, if it is one of these texts. */
export const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined =>
  all.find((one) => one === value)

/** Only the parameters that are defined: the URL has no others. */
export const definedParams = <T extends object>(params: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as never
