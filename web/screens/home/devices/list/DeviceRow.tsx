import { IconMask } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, Suspense } from 'react'
import { Chips } from '../../../../parts/layout/Chips.tsx'
import { lazyPart } from '../../../../parts/navigation/lazyScreen.ts'
import { devicesTexts as words } from '../../../../texts/home/devices/list.ts'
import { texts } from '../../../../texts.ts'
import { ago, seenAt } from '../ago.ts'
import { DeviceIcon } from '../DeviceIcon.tsx'
import type { ShownDevice } from '../entry.ts'
import { policyWords } from '../policies.ts'
import { TrafficBothWays } from '../TrafficBothWays.tsx'
import styles from './DeviceRow.module.css'
import type { DayTraffic } from './dayTraffic.ts'
import { isRandom } from './vendor.ts'

const Blocked = lazyPart(() => import('../../schedules/NoInternetUntil.tsx'), 'NoInternetUntil')

interface DeviceRowProps {
  entry: ShownDevice
  vendor: string | undefined
  traffic: DayTraffic | undefined
  /** Whether it is selected; undefined outside of selection mode. */
  selected: boolean | undefined
  onSelect: (identity: string, on: boolean) => void
}

/** A device in the list: name, status and permissions. The whole row is a link. */
export const DeviceRow = memo(function DeviceRow({ entry, vendor, traffic, selected, onSelect }: DeviceRowProps) {
  const { identity, device, name, status } = entry
  const may = policyWords(device.Policies.filter((policy) => policy !== 'disabled'))
  return (
    <div className={styles.item} data-selected={selected || undefined}>
      {selected !== undefined && (
        <input
          type="checkbox"
          className={styles.check}
          aria-label={words.selectOne(name)}
          checked={selected}
          onChange={({ currentTarget }) => onSelect(identity, currentTarget.checked)}
        />
      )}
      <Link
        to="/admin/devices/$identity"
        params={{ identity }}
        className={styles.row}
        data-status={status}
        onClick={(event) => {
          if (selected === undefined) return
          event.preventDefault()
          onSelect(identity, !selected)
        }}
      >
        <DeviceIcon entry={entry} />
        <span className={styles.identity}>
          <strong className={styles.name} title={name}>
            {name}
          </strong>
          <span className={styles.status}>
            {statusWords[status]}
            <LastSeen entry={entry} />
            <Suspense>
              <Blocked entry={entry} />
            </Suspense>
          </span>
          <Maker mac={device.MAC} vendor={vendor} />
        </span>
        <span className={styles.where}>
          <span>{device.RecentIP}</span>
          <span>{status !== 'waiting' && device.MAC}</span>
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
        <span className={styles.traffic}>{traffic && <TrafficBothWays {...traffic} words={words.traffic} />}</span>
      </Link>
    </div>
  )
}, isSame)

/** Every response creates new entries; only rows with other content are rendered again. */
function isSame(a: DeviceRowProps, b: DeviceRowProps): boolean {
  return (
    a.entry.device === b.entry.device &&
    a.entry.status === b.entry.status &&
    a.vendor === b.vendor &&
    a.traffic?.received === b.traffic?.received &&
    a.traffic?.sent === b.traffic?.sent &&
    a.selected === b.selected &&
    a.onSelect === b.onSelect
  )
}

function LastSeen({ entry: { device, status } }: { entry: ShownDevice }) {
  const at = status === 'offline' ? seenAt(device.DHCPLastTime) : undefined
  return at && ` · ${ago(at, new Date())}`
}

function Maker({ mac, vendor }: { mac: string; vendor: string | undefined }) {
  if (mac.includes(':') && isRandom(mac))
    return (
      <span className={styles.maker} title={words.randomHint}>
        <IconMask size={14} stroke={1.6} aria-hidden /> {words.random}
      </span>
    )
  return vendor && <span className={styles.maker}>{vendor}</span>
}

export const statusWords = {
  online: texts.devices.online,
  offline: texts.devices.offline,
  waiting: texts.devices.waiting,
  disabled: texts.devices.disabled,
  elsewhere: texts.devices.elsewhere,
} as const
