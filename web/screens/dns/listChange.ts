/** A change of a list, with the list after it. */
export interface ListChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly after: readonly string[]
}

export const listChangeOf = (before: readonly string[], after: readonly string[]): ListChange => ({
  added: after.filter((one) => !before.includes(one)),
  removed: before.filter((one) => !after.includes(one)),
  after,
})
