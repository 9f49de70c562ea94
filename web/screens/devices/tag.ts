/** Tags that the app makes for what is allowed to a single device begin so: no screen shows them as labels. */
export const INTERNAL = 'allow:'
export const isInternalTag = (tag: string): boolean => tag.startsWith(INTERNAL)

/** The tags that people gave. */
export const labelTags = (tags: readonly string[]): string[] => tags.filter((tag) => !isInternalTag(tag))
