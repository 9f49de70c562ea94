import type { Core } from '../../../core.ts'
import { openAuth } from './auth.ts'

/** Who may make a call. */
export const authPart = (
  core: Core,
  needs: Pick<Parameters<typeof openAuth>[0], 'proofs' | 'sessionUse' | 'uiSessions' | 'isFromUplink'>,
) => openAuth({ ...core, ...needs })
