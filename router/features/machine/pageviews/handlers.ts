import type { pageviews } from '../../../model/machine/pageviews/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { PageViews } from './count.ts'

export const pageViewHandlers = ({ pageViews }: { pageViews: PageViews }): Handlers<typeof pageviews> => ({
  read: () => Object.fromEntries(pageViews.counts),
})
