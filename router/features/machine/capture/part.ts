import type { Core } from '../../../core.ts'
import { capture } from '../../../model/machine/capture/contract.ts'
import { serve } from '../../../model/operation.ts'
import { captureHandlers } from './handlers.ts'

/** Captures of packets. */
export const capturePart = (core: Core) => ({ operations: serve(capture, captureHandlers(core)) })
