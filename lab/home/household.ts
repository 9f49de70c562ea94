import type { DeviceSpec } from '../guests/device.ts'

/** The devices of the virtual home that `npm start` runs. */
export const household = {
  laptop: { Policies: ['wan', 'dns'], Style: { Icon: 'Laptop', Color: 'blue' } },
  phone: { Policies: ['wan', 'dns'], Groups: ['family'], Style: { Icon: 'Mobile', Color: 'violet' } },
  tv: {
    Policies: ['wan', 'dns'],
    Groups: ['family'],
    DeviceTags: ['cast'],
    Style: { Icon: 'Tv', Color: 'teal' },
    listens: [8009],
  },
  camera: { Policies: ['dns'], DeviceTags: ['nvr'], Style: { Icon: 'Video', Color: 'orange' }, listens: [554] },
  printer: { wired: true, Policies: [], Style: { Icon: 'Printer', Color: 'gray' }, listens: [9100] },
  stranger: { wired: true, unknown: true },
} satisfies Record<string, DeviceSpec>
