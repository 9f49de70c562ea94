import type { WayReason } from '../../screens/home/map/reach.ts'

/** Texts of the map. */
export const mapTexts = {
  title: 'Map',
  hint: 'Your devices, and which of them can reach each other.',
  failed: 'The map could not be loaded',
  empty: 'No devices yet',
  emptyHint: 'Devices that you add appear here.',
  order: 'Group by',
  orders: { group: 'By group', link: 'By connection' },
  beside: 'Map as a list',
  closer: 'Zoom in',
  farther: 'Zoom out',
  whole: 'Fit to screen',
  internet: 'Internet',
  router: 'This router',
  up: (latencyMs: number) => {
    if (latencyMs === 0) return 'connected'
    return latencyMs < 1 ? 'connected · < 1 ms' : `connected · ${Math.round(latencyMs)} ms`
  },
  spare: 'standby',
  down: 'down',
  noUplink: 'no internet connection set up',
  box: { own: 'No group', wifi: 'Wifi', cable: 'Cable', vpn: 'VPN', away: 'Never connected', off: 'disabled' },
  site: {
    states: { up: 'online', down: 'offline', waiting: 'offline', off: 'disabled', unpaired: 'not connected yet' },
    users: (names: string) => `May use it: ${names || 'no devices'}`,
    shared: (names: string) => `Shared with it: ${names || 'no devices'}`,
  },
  kinds: {
    Laptop: 'Laptops',
    Phone: 'Phones',
    Tablet: 'Tablets',
    Television: 'Televisions',
    Camera: 'Cameras',
    Printer: 'Printers',
    Server: 'Servers',
    Desktop: 'Desktop computers',
    Watch: 'Watches',
    Speaker: 'Speakers',
    Game: 'Game consoles',
    Lamp: 'Lamps',
    other: 'Devices',
    also: 'From other groups',
  },
  cluster: (kind: string, count: number) => `${count} ${kind}`,
  online: (count: number) => `${count} online`,
  noDevices: 'No devices',
  chooseHint: 'Select a device to see what it can reach.',
  dragHint: 'Drag it to another box to change its group.',
  changeGroups: 'Edit groups',
  back: 'All devices',
  page: 'Open device',
  groups: 'Groups',
  groupsHint: 'Devices in the same group can reach each other.',
  reaches: (name: string) => `${name} can reach`,
  reachedBy: (name: string) => `Can reach ${name}`,
  reachesNothing: 'Nothing. No policy, group or rule allows it.',
  reachedByNothing: 'No devices.',
  more: (count: number) => `and ${count} more`,
  reason: ({ by, name }: WayReason): string => {
    switch (by) {
      case 'group':
        return `both are in the group ${name}`
      case 'lan':
        return 'policy: all devices at home'
      case 'wan':
        return 'policy: internet'
      case 'endpoint':
        return `rule “${name}”`
      case 'users':
        return 'may use the other home'
      case 'shared':
        return 'shared with the other home'
    }
  },
  away: 'Offline.',
  whenBack: 'This device is offline. This applies when it is back.',
  moved: (device: string, groups: readonly string[]) =>
    groups.length === 0 ? `${device} is in no group now.` : `${device} is now in ${groups.join(', ')}.`,
}
