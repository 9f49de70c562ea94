import {
  type Icon,
  IconChartAreaLine,
  IconDevices2,
  IconFileText,
  IconHome,
  IconMap2,
  IconPlug,
  IconSettings,
  IconShieldLock,
  IconUsersGroup,
  IconWorldSearch,
} from '@tabler/icons-react'
import type { z } from 'zod'
import type { system } from '../../router/features/system/contract.ts'
import { texts } from '../texts.ts'

/** A part that not every router has. */
export type Feature = z.output<typeof system.features.details.reply>[number]

/**
 * What the app has, in the order of the menu. On a phone the first four stand at the bottom, the rest behind "More". Those
 * with a feature are there where the router names it.
 */
export const SECTIONS = [
  { to: '/admin', label: texts.shell.start, icon: IconHome },
  { to: '/admin/devices', label: texts.shell.devices, icon: IconDevices2 },
  { to: '/admin/dns', label: texts.shell.dns, icon: IconWorldSearch, feature: 'dns' },
  { to: '/admin/traffic', label: texts.shell.traffic, icon: IconChartAreaLine },
  { to: '/admin/map', label: texts.shell.map, icon: IconMap2 },
  { to: '/admin/groups', label: texts.shell.groups, icon: IconUsersGroup },
  { to: '/admin/firewall', label: texts.shell.firewall, icon: IconShieldLock },
  { to: '/admin/links', label: texts.shell.links, icon: IconPlug },
  { to: '/admin/logs', label: texts.shell.logs, icon: IconFileText },
  { to: '/admin/system', label: texts.shell.system, icon: IconSettings },
] as const satisfies readonly { to: string; label: string; icon: Icon; feature?: Feature }[]
export type Section = (typeof SECTIONS)[number]

/** Until the router has told its features it is taken to have all that the app knows, so that the menu does not jump. */
export const sectionsOf = (features: readonly Feature[] | undefined): Section[] =>
  SECTIONS.filter((section) => !('feature' in section) || !features || features.includes(section.feature))

/** How many of them a phone shows. */
export const AT_HAND = 4
