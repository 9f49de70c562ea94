import type { Core } from '../../../core.ts'
import { devices } from '../../../model/home/devices/contract.ts'
import { serve } from '../../../model/operation.ts'
import { announceMap } from './announce.ts'
import { openDeviceExpiry } from './expiry.ts'
import { deviceHandlers } from './handlers.ts'

/** The devices of the home. */
export function devicesPart(core: Core) {
  core.keep(openDeviceExpiry(core))
  core.keep(announceMap(core, core.clock))
  return { operations: serve(devices, deviceHandlers(core, core.resolver.probe)) }
}
