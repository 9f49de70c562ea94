import type { Stage } from '../stage.ts'
import type { View } from '../view.ts'

/** Says how much of the filter counts for who asks. */
export const exclusion =
  ({ rules }: View): Stage =>
  (asked, next) => {
    asked.filtering = rules.filteringOf(asked.from)
    return next(asked)
  }
