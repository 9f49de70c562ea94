import type { Core } from '../../../core.ts'
import { sshKeys } from '../../../model/access/sshkeys/contract.ts'
import { serve } from '../../../model/operation.ts'
import { sshKeyHandlers } from './handlers.ts'

/** SSH keys for the machine of the router. */
export const sshKeysPart = (core: Core, needs: { readonly file: string | undefined }) => ({
  operations: serve(sshKeys, sshKeyHandlers({ ...core, ...needs })),
})
