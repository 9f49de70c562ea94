import type { Core } from '../../../core.ts'
import type { AuthDeps } from './auth.ts'
import { openAuth } from './auth.ts'

/** Who may make a call. */
export const authPart = (core: Core, needs: Pick<AuthDeps, 'proofs' | 'sessionUse' | 'uiSessions' | 'isFromUplink'>) =>
  openAuth({ ...core, ...needs })
