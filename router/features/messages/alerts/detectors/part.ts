import type { Core } from '../../../../core.ts'
import { openDetectors } from './detectors.ts'

/** What measures so that rules can alert: traffic, new countries and the like. */
export function detectorsPart(core: Core, needs: Pick<Parameters<typeof openDetectors>[0], 'sampler'>): void {
  const { uplinks, keep } = core
  keep(openDetectors({ ...core, ...needs, isUplink: (link) => uplinks().some((uplink) => uplink.link === link) }))
}
