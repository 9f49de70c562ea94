import type { Handlers } from '../operation.ts'
import type { pageviews } from './contract.ts'
import type { PageViews } from './count.ts'

export const pageViewHandlers = ({ pageViews }: { pageViews: PageViews }): Handlers<typeof pageviews> => ({
  read: () => Object.fromEntries(pageViews.counts),
})
