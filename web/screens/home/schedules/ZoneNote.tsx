import { Link } from '@tanstack/react-router'
import { time } from '../../../../router/model/machine/time/contract.ts'
import { may } from '../../../client/may.ts'
import { isOwnZone, ownZone } from '../../../parts/values/zones.ts'
import { scheduleTexts as texts } from '../../../texts/home/schedules.ts'
import styles from './Schedules.module.css'
import { useZone } from './useSchedules.ts'

/** A line without words, as high as one with words. */
const NO_TEXT = '\u00a0'

/** The time zone that times of day are in, with that of this device where it is another one. */
export function ZoneNote() {
  const zone = useZone()
  // Its line is kept free: otherwise the cards below move when it is loaded.
  if (zone === undefined) return <p className={styles.devices}>{NO_TEXT}</p>
  return (
    <p className={styles.devices}>
      {texts.zone(zone)}
      {!isOwnZone(zone) && ` ${texts.zoneOfDevice(ownZone())}`}{' '}
      {may(time.setZone) && <Link to="/admin/system">{texts.changeZone}</Link>}
    </p>
  )
}
