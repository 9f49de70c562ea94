import { Link } from '@tanstack/react-router'
import { texts } from '../../texts.ts'
import { Chips } from './Chips.tsx'
import { DeviceIcon } from './DeviceIcon.tsx'
import styles from './DeviceRow.module.css'
import type { Entry } from './entry.ts'
import { policyWords } from './policies.ts'

/** A device in the list: who it is, where it is, what it may do. The whole row leads to its page. */
export function DeviceRow({ entry }: { entry: Entry }) {
  const { identity, device, name, standing } = entry
  const may = policyWords(device.Policies.filter((policy) => policy !== 'disabled'))
  return (
    <li className={styles.item}>
      <Link to="/admin/devices/$identity" params={{ identity }} className={styles.row} data-standing={standing}>
        <DeviceIcon entry={entry} />
        <span className={styles.who}>
          <strong className={styles.name} title={name}>
            {name}
          </strong>
          <span className={styles.standing}>{standingWords[standing]}</span>
        </span>
        <span className={styles.where}>
          <span>{device.RecentIP}</span>
          <span>{standing !== 'waiting' && device.MAC}</span>
        </span>
        <span className={styles.may}>
          {may.length > 0 || device.Groups.length > 0 ? (
            <>
              <Chips words={may} kind="policy" />
              <Chips words={device.Groups} kind="label" />
            </>
          ) : (
            <span className={styles.nothing} data-new={device.Name === '' || undefined}>
              {texts.devices.nothingAllowed}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

export const standingWords = {
  online: texts.devices.online,
  offline: texts.devices.offline,
  waiting: texts.devices.waiting,
  disabled: texts.devices.disabled,
  elsewhere: texts.devices.elsewhere,
} as const
