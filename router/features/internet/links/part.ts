import type { Core } from '../../../core.ts'
import { links } from '../../../model/internet/links/contract.ts'
import { serve } from '../../../model/operation.ts'
import { linkHandlers } from './handlers.ts'

/** The ports of the router, VLANs and custom networks. */
export const linksPart = (core: Core, needs: Pick<Parameters<typeof linkHandlers>[0], 'guard'>) => ({
  operations: serve(links, linkHandlers({ ...core, ...needs })),
})
