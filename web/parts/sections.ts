import {
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
import { texts } from '../texts.ts'

/** What the app has, in the order of the menu. On a phone the first four stand at the bottom, the rest behind "More". */
export const SECTIONS = [
  { to: '/admin', label: texts.shell.start, icon: IconHome },
  { to: '/admin/devices', label: texts.shell.devices, icon: IconDevices2 },
  { to: '/admin/dns', label: texts.shell.dns, icon: IconWorldSearch },
  { to: '/admin/traffic', label: texts.shell.traffic, icon: IconChartAreaLine },
  { to: '/admin/map', label: texts.shell.map, icon: IconMap2 },
  { to: '/admin/groups', label: texts.shell.groups, icon: IconUsersGroup },
  { to: '/admin/firewall', label: texts.shell.firewall, icon: IconShieldLock },
  { to: '/admin/links', label: texts.shell.links, icon: IconPlug },
  { to: '/admin/logs', label: texts.shell.logs, icon: IconFileText },
  { to: '/admin/system', label: texts.shell.system, icon: IconSettings },
] as const

/** How many of them a phone shows. */
export const AT_HAND = 4
