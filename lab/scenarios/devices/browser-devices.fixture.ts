import type { DeviceSpec } from '../../guests/device.ts'
import type { HomeOf } from '../../home/home.ts'

/** The household of the scenarios about devices in the app. */
export const household = {
  desk: { wired: true, unknown: true },
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'], Groups: ['family'] },
  tv: { Policies: ['dns'], Groups: ['family'], DeviceTags: ['cast'] },
  printer: { wired: true, Policies: [], listens: [9100] },
} satisfies Record<string, DeviceSpec>

export type TestHome = HomeOf<typeof household>
