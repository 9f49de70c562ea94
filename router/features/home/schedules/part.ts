import type { Core } from '../../../core.ts'
import { parental } from '../../../model/home/schedules/contract.ts'
import { serve } from '../../../model/operation.ts'
import { parentalHandlers } from './handlers.ts'

/** Schedules and pauses of internet access. */
export const schedulesPart = (core: Core) => ({ operations: serve(parental, parentalHandlers(core)) })
