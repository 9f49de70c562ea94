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
import styles from './DeviceIcon.module.css'
import type { Entry } from './entry.ts'

/** The chosen icon decides; where none was chosen, the name usually gives it away. */
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

export function DeviceIcon({ entry: { device, standing }, size = 22 }: { entry: Entry; size?: number }) {
  const words = [device.Style.Icon, device.Name]
  const [, Look] = words.flatMap((word) => LOOKS.filter(([shape]) => shape.test(word)))[0] ?? []
  const Icon = standing === 'waiting' ? IconHourglass : (Look ?? IconDeviceUnknown)
  return (
    <span className={styles.icon} data-standing={standing} aria-hidden="true">
      <Icon size={size} stroke={1.5} />
    </span>
  )
}
