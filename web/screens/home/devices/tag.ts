/** Prefix of tags that the app creates for single permissions: screens do not show them. */
export const INTERNAL = 'allow:'
export const isInternalTag = (tag: string): boolean => tag.startsWith(INTERNAL)

/** Tags of the owner. */
export const labelTags = (tags: readonly string[]): string[] => tags.filter((tag) => !isInternalTag(tag))
