import { Button } from '@mantine/core'
import type { Mute } from '../../../../../router/model/messages/alerts/alert.ts'
import { alerts } from '../../../../../router/model/messages/alerts/contract.ts'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { locale } from '../../../../parts/values/locale.ts'
import { alertTexts } from '../../../../texts/messages/alerts.ts'
import { useHousehold } from '../../events/useHousehold.ts'
import { useSetMute } from '../useMute.ts'
import styles from './Rules.module.css'

const { rules: words } = alertTexts
const moment = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** The devices and times of the mutes of a rule, each with a button that ends it. */
export function Mutes({ mutes }: { mutes: readonly Mute[] }) {
  const household = useHousehold()
  const { mutate } = useSetMute()
  return mutes.map(({ RuleId, Device, Until }) => {
    const time = moment.format(new Date(Until * 1000))
    const who = household.nameOf({ mac: Device, key: Device })
    return (
      <p key={Device} className={styles.mute}>
        {Device === '' ? words.mutedUntil(time) : words.mutedFor(who, time)}
        <Permitted to={alerts.mute}>
          <Button size="compact-sm" variant="default" onClick={() => mutate({ RuleId, Device, Seconds: 0 })}>
            {words.unmute}
          </Button>
        </Permitted>
      </p>
    )
  })
}
