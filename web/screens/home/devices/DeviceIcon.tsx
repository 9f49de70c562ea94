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
import type { Device } from '../../../../router/model/home/devices/device.ts'
import { colourOf, type DeviceKind, kindOfDevice } from './appearance.ts'
import styles from './DeviceIcon.module.css'
import type { ShownDevice } from './entry.ts'

/** The available icons by name. */
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
] as const satisfies readonly (readonly [DeviceKind, unknown])[]

/** The icon of a device. */
export function lookOf(device: Pick<Device, 'Style' | 'Name'>) {
  const kind = kindOfDevice(device)
  return PICTURES.find(([name]) => name === kind)?.[1] ?? IconDeviceUnknown
}

export function DeviceIcon({ entry: { device, status }, size = 22 }: { entry: ShownDevice; size?: number }) {
  const Icon = status === 'waiting' ? IconHourglass : lookOf(device)
  return (
    <span className={styles.icon} data-status={status} data-colour={colourOf(device.Style.Color)} aria-hidden="true">
      <Icon size={size} stroke={1.5} />
    </span>
  )
}
