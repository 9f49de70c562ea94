import type { Core } from '../../../core.ts'
import { pageviews } from '../../../model/machine/pageviews/contract.ts'
import { type Handlers, serve } from '../../../model/operation.ts'
import { openPageViews, type PageViews } from './count.ts'

const pageViewHandlers = ({ pageViews }: { pageViews: PageViews }): Handlers<typeof pageviews> => ({
  read: () => Object.fromEntries(pageViews.counts),
})

/** How often pages of the documentation are opened. */
export function pageViewsPart(core: Core) {
  const pageViews = core.keep(openPageViews(core))
  return { pageViews, operations: serve(pageviews, pageViewHandlers({ pageViews })) }
}
