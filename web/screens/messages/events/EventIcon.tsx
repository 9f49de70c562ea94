import {
  IconBell,
  IconBuildingTunnel,
  IconDevices2,
  IconId,
  IconKey,
  IconPoint,
  IconSettings,
  IconShieldLock,
  IconWifi,
  IconWorld,
  IconWorldSearch,
} from '@tabler/icons-react'
import type { Tone } from './describe.ts'
import styles from './EventIcon.module.css'
import type { EventArea } from './searchParams.ts'

const ICONS: Readonly<Record<EventArea, typeof IconBell>> = {
  device: IconDevices2,
  wifi: IconWifi,
  address: IconId,
  dns: IconWorldSearch,
  firewall: IconShieldLock,
  login: IconKey,
  vpn: IconBuildingTunnel,
  internet: IconWorld,
  system: IconSettings,
  alert: IconBell,
  other: IconPoint,
}

/** The area of an event as an icon, in its colour. */
export function EventIcon({ area, tone }: { area: EventArea; tone: Tone }) {
  const Icon = ICONS[area]
  return (
    <span className={styles.icon} data-tone={tone} aria-hidden="true">
      <Icon size={20} stroke={1.6} />
    </span>
  )
}
