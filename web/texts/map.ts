import type { Reason } from '../screens/map/reach.ts'

/** What the map says. */
export const mapTexts = {
  title: 'Map',
  hint: 'Your home as a picture: who stands together, and who may reach whom.',
  failed: 'The map could not be drawn',
  empty: 'Nobody is here yet',
  emptyHint: 'Add a device, and it appears here.',
  order: 'What stands together',
  orders: { group: 'By group', link: 'By connection' },
  beside: 'The map in words',
  closer: 'Closer',
  farther: 'Farther',
  whole: 'The whole picture',
  internet: 'Internet',
  router: 'This router',
  up: (latencyMs: number) => {
    if (latencyMs === 0) return 'works'
    return latencyMs < 1 ? 'works · under 1 ms' : `works · ${Math.round(latencyMs)} ms`
  },
  spare: 'works · not in use',
  down: 'leads nowhere',
  noUplink: 'no way to the internet is set up',
  box: { own: 'On their own', wifi: 'Wifi', cable: 'Cable', vpn: 'By VPN', away: 'Never seen here', off: 'off' },
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
  nobody: 'Nobody',
  chooseHint: 'Choose a device to see whom it reaches.',
  dragHint: 'Drag it into a box to change its group.',
  changeGroups: 'Change the groups',
  back: 'The whole home',
  page: 'Open its page',
  groups: 'Groups',
  groupsHint: 'Devices of one group may talk with each other, both ways.',
  reaches: (name: string) => `${name} may reach`,
  reachedBy: (name: string) => `May reach ${name}`,
  reachesNobody: 'Nobody. Nothing is allowed to it that would lead anywhere.',
  reachedByNobody: 'Nobody at home.',
  more: (count: number) => `and ${count} more`,
  reason: ({ by, name }: Reason): string => {
    switch (by) {
      case 'group':
        return `both are in the group ${name}`
      case 'lan':
        return 'may reach every device at home'
      case 'wan':
        return 'may use the internet'
      case 'endpoint':
        return `the rule “${name}” leads there`
    }
  },
  away: 'Not now: it is not here.',
  whenBack: 'It is not here now. This holds once it is back.',
  moved: (device: string, groups: readonly string[]) =>
    groups.length === 0 ? `${device} is in no group now.` : `${device} is in ${groups.join(', ')} now.`,
  putBack: 'Put it back',
}
