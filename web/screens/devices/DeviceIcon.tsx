import {
  IconBulb,
  IconCamera,
  IconDeviceDesktop,
  IconDeviceGamepad2,
  IconDeviceLaptop,
  IconDeviceMobile,
  IconDeviceSpeaker,
  IconDeviceTablet,
  IconDeviceTv,
  IconDeviceUnknown,
  IconDeviceWatch,
  IconHourglass,
  IconPrinter,
  IconServer,
} from '@tabler/icons-react'
import type { Device } from '../../../router/features/devices/device.ts'
import styles from './DeviceIcon.module.css'
import type { Entry } from './entry.ts'

/** The pictures to choose from, under the names that they are kept by. */
export const PICTURES = [
  ['Laptop', IconDeviceLaptop],
  ['Phone', IconDeviceMobile],
  ['Tablet', IconDeviceTablet],
  ['Television', IconDeviceTv],
  ['Camera', IconCamera],
  ['Printer', IconPrinter],
  ['Server', IconServer],
  ['Desktop', IconDeviceDesktop],
  ['Watch', IconDeviceWatch],
  ['Speaker', IconDeviceSpeaker],
  ['Game', IconDeviceGamepad2],
  ['Lamp', IconBulb],
] as const

/** What names look like that tell which picture they want. */
const LOOKS = [
  [/laptop|notebook|macbook/i, IconDeviceLaptop],
  [/phone|mobile|android|pixel|galaxy/i, IconDeviceMobile],
  [/tablet|ipad/i, IconDeviceTablet],
  [/\btv\b|television|chromecast|roku/i, IconDeviceTv],
  [/camera|video|doorbell/i, IconCamera],
  [/printer|scanner/i, IconPrinter],
  [/server|nas\b|raspberry|\bpi\d?\b/i, IconServer],
  [/desktop|computer|\bpc\b|imac/i, IconDeviceDesktop],
  [/watch/i, IconDeviceWatch],
  [/speaker|sonos|echo|homepod|music/i, IconDeviceSpeaker],
  [/game|xbox|playstation|switch/i, IconDeviceGamepad2],
  [/bulb|lamp|light|hue/i, IconBulb],
] as const

/** The chosen picture decides; where none was chosen, the name usually gives it away. */
export function lookOf({ Style, Name }: Pick<Device, 'Style' | 'Name'>) {
  const [, Look] = [Style.Icon, Name].flatMap((word) => LOOKS.filter(([shape]) => shape.test(word)))[0] ?? []
  return Look ?? IconDeviceUnknown
}

export function DeviceIcon({ entry: { device, standing }, size = 22 }: { entry: Entry; size?: number }) {
  const Icon = standing === 'waiting' ? IconHourglass : lookOf(device)
  return (
    <span className={styles.icon} data-standing={standing} aria-hidden="true">
      <Icon size={size} stroke={1.5} />
    </span>
  )
}
