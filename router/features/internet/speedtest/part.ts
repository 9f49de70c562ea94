import type { Core } from '../../../core.ts'
import { speedtest } from '../../../model/internet/speedtest/contract.ts'
import { serve } from '../../../model/operation.ts'
import { speedtestHandlers } from './handlers.ts'

/** Measures the speed between a browser and the router. */
export const speedtestPart = (core: Core) => ({ operations: serve(speedtest, speedtestHandlers(core)) })
