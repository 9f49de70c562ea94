import { IconDevices2, IconUsersGroup } from '@tabler/icons-react'
import { texts } from '../texts.ts'

/** What the app has, in the order of the menu. On a phone the first four stand at the bottom, the rest behind "More". */
export const SECTIONS = [
  { to: '/admin/devices', label: texts.shell.devices, icon: IconDevices2 },
  { to: '/admin/groups', label: texts.shell.groups, icon: IconUsersGroup },
] as const

/** How many of them a phone shows. */
export const AT_HAND = 4
