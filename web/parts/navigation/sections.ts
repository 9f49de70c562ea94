import {
  type Icon,
  IconBell,
  IconBuildingTunnel,
  IconCalendarClock,
  IconChartAreaLine,
  IconDevices2,
  IconFileText,
  IconHome,
  IconMap2,
  IconPlug,
  IconPuzzle,
  IconSettings,
  IconShieldLock,
  IconUsersGroup,
  IconWifi,
  IconWorldSearch,
} from '@tabler/icons-react'
import type { z } from 'zod'
import type { LimitedRole, Role } from '../../../router/model/access/credentials/role.ts'
import type { system } from '../../../router/model/machine/system/contract.ts'
import { texts } from '../../texts.ts'

/** A feature that only some routers have. */
export type Feature = z.output<typeof system.features.details.reply>[number]

/**
 * Sections of the app in the order of the menu. On a phone, the first four are in the bar at the bottom, the others behind
 * "More". Sections with a `feature` are shown if the router lists it. `guide` is the page of the documentation; `also` lists
 * other paths of the section.
 */
export const SECTIONS = [
  { to: '/admin', label: texts.shell.start, icon: IconHome, guide: 'guides/overview', roles: ['viewer', 'parent'] },
  {
    to: '/admin/devices',
    also: '/admin/add-device',
    label: texts.shell.devices,
    icon: IconDevices2,
    guide: 'guides/device',
    roles: ['viewer'],
  },
  {
    to: '/admin/dns',
    label: texts.shell.dns,
    icon: IconWorldSearch,
    feature: 'dns',
    guide: 'guides/dns',
    roles: ['viewer'],
  },
  {
    to: '/admin/traffic',
    label: texts.shell.traffic,
    icon: IconChartAreaLine,
    guide: 'guides/logs',
    roles: ['viewer'],
  },
  { to: '/admin/alerts', label: texts.shell.alerts, icon: IconBell, guide: 'guides/alerts', roles: ['viewer'] },
  { to: '/admin/wifi', label: texts.shell.wifi, icon: IconWifi, guide: 'guides/wifi', roles: ['viewer'] },
  { to: '/admin/vpn', label: texts.shell.vpn, icon: IconBuildingTunnel, guide: 'guides/vpn', roles: ['viewer'] },
  { to: '/admin/map', label: texts.shell.map, icon: IconMap2, guide: 'guides/overview', roles: ['viewer'] },
  {
    to: '/admin/groups',
    label: texts.shell.groups,
    icon: IconUsersGroup,
    guide: 'knowledgebase/groups',
    roles: ['viewer'],
  },
  {
    to: '/admin/schedules',
    label: texts.shell.schedules,
    icon: IconCalendarClock,
    guide: 'guides/guides_plus/pfw',
    roles: ['viewer'],
  },
  {
    to: '/admin/firewall',
    label: texts.shell.firewall,
    icon: IconShieldLock,
    guide: 'guides/firewall',
    roles: ['viewer'],
  },
  { to: '/admin/links', label: texts.shell.links, icon: IconPlug, guide: 'guides/links', roles: ['viewer'] },
  {
    to: '/admin/plugins',
    also: '/admin/add-plugin',
    label: texts.shell.plugins,
    icon: IconPuzzle,
    guide: 'guides/plugins',
  },
  { to: '/admin/logs', label: texts.shell.logs, icon: IconFileText, guide: 'guides/logs' },
  { to: '/admin/system', label: texts.shell.system, icon: IconSettings, guide: 'guides/troubleshooting' },
  {
    to: '/admin/account',
    label: texts.shell.account,
    icon: IconUsersGroup,
    guide: 'guides/users',
    roles: ['viewer', 'parent'],
  },
] as const satisfies readonly {
  to: string
  also?: string
  label: string
  icon: Icon
  feature?: Feature
  guide: string
  roles?: readonly LimitedRole[]
}[]
export type MenuSection = (typeof SECTIONS)[number]

/**
 * The sections for a role. Before the features are loaded, all of them are shown, so that the menu does not jump. Owners have the
 * account among the system's pages.
 */
export const sectionsOf = (features: readonly Feature[] | undefined, role: Role = 'owner'): MenuSection[] =>
  SECTIONS.filter((section) => !('feature' in section) || !features || features.includes(section.feature)).filter(
    (section) => (role === 'owner' ? section.to !== '/admin/account' : isFor(section, role)),
  )

export const isFor = (section: MenuSection, role: LimitedRole): boolean =>
  'roles' in section && (section.roles as readonly LimitedRole[]).includes(role)

/** Number of sections in the bar of a phone. */
export const AT_HAND = 4

/** The page of the documentation for this path; the overview if there is none. */
export function guideOf(path: string): string {
  const isIn = (place: string): boolean => path === place || (place !== '/admin' && path.startsWith(`${place}/`))
  const section = SECTIONS.find((one) => isIn(one.to) || ('also' in one && isIn(one.also)))
  return `/pages/docs/${section?.guide ?? 'intro'}`
}

/** Pages that only change something, in sections that others may read. */
const FOR_OWNERS: readonly string[] = ['/admin/alerts/rule']

/** Whether a role has any use of the page at a path. The pages that add or edit something are for owners. */
export function isOpenTo(role: Role, path: string): boolean {
  if (role === 'owner') return true
  if (FOR_OWNERS.includes(path)) return false
  const section = SECTIONS.find(({ to }) => path === to || (to !== '/admin' && path.startsWith(`${to}/`)))
  return section !== undefined && isFor(section, role)
}
