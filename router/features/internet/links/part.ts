import type { Core } from '../../../core.ts'
import { links } from '../../../model/internet/links/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { Guard } from '../../access/confirm/confirmation.ts'
import { linkHandlers } from './handlers.ts'

/** The ports of the router, VLANs and custom networks. */
export const linksPart = (core: Core, { guard }: { readonly guard: Guard }) => ({
  operations: serve(links, linkHandlers(core, guard)),
})
