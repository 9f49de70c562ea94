import type { Core } from '../../../core.ts'
import { pageviews } from '../../../model/machine/pageviews/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openPageViews } from './count.ts'
import { pageViewHandlers } from './handlers.ts'

/** How often pages of the documentation are opened. */
export function pageViewsPart(core: Core) {
  const pageViews = core.keep(openPageViews(core))
  return { pageViews, operations: serve(pageviews, pageViewHandlers({ pageViews })) }
}
