/** The event topics of an area of the router, by their beginnings. */
const TOPIC_AREAS = {
  devices: ['classify:', 'device:', 'devices:', 'dhcp:', 'traffic:', 'zeroconf:'],
  wifi: ['wifi:'],
  access: ['auth:', 'config:'],
  internet: ['wan:', 'dyndns:'],
  vpn: ['vpn:', 'wg:'],
  dns: ['dns:'],
  firewall: ['nft:', 'firewall:', 'pfw:'],
  system: ['system:', 'backup:', 'crashlog:', 'notify:', 'integration:', 'plugin:', 'automation:', 'log:'],
} as const satisfies Record<string, readonly string[]>

export type TopicArea = keyof typeof TOPIC_AREAS
export const AREA_NAMES = Object.keys(TOPIC_AREAS) as TopicArea[]

/** The beginnings of topics that a destination gets, for the router. `others`: one per line. */
export function topicsOfAreas(areas: readonly TopicArea[], others: string): string[] {
  const typed = others
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return [...new Set([...areas.flatMap((area) => TOPIC_AREAS[area]), ...typed])]
}

/** The areas that are included completely, and the remaining beginnings, one per line. */
export function areasIn(topics: readonly string[]): { areas: TopicArea[]; others: string } {
  const areas = AREA_NAMES.filter((area) => TOPIC_AREAS[area].every((topic) => topics.includes(topic)))
  const covered = new Set<string>(areas.flatMap((area) => TOPIC_AREAS[area]))
  return { areas, others: topics.filter((topic) => !covered.has(topic)).join('\n') }
}
