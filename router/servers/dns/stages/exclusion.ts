import type { Stage } from '../stage.ts'
import type { ResolverView } from '../state.ts'

/** Sets how much of the filter applies to the client. */
export const exclusion =
  ({ rules }: ResolverView): Stage =>
  (query, next) => {
    query.filtering = rules.filteringOf(query.from)
    return next(query)
  }
