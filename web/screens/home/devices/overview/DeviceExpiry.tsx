import { Button, Switch } from '@mantine/core'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { may } from '../../../../client/may.ts'
import { SettingSection } from '../../../../parts/forms/SettingSection.tsx'
import { locale } from '../../../../parts/values/locale.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { Durations } from '../Durations.tsx'
import { NO_END } from '../edit.ts'
import type { ShownDevice } from '../entry.ts'
import styles from '../names/Names.module.css'
import { useEdit } from '../useEdit.ts'

const words = deviceTexts.expiry
const SECONDS = [3600, 86_400, 604_800, 2_592_000] as const
const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** When the device expires, and whether it is deleted then. */
export function DeviceExpiry({ entry: { identity, device } }: { entry: ShownDevice }) {
  const edit = useEdit(identity)
  const { DeviceExpiration: end, DeleteExpiration: isDeleted } = device
  const time = when.format(end * 1000)
  const [choice, state] = end > 0 ? [words.until(time), words.ends(time)] : [words.none, words.never]
  return (
    <SettingSection changes={devices.update} title={words.title} hint={words.hint} save={edit}>
      <div className={styles.pause}>
        <p>{may(devices.update) ? choice : state}</p>
        <Durations
          lengths={SECONDS}
          labels={words.lengths}
          nameOf={words.endIn}
          onChoose={(seconds) => edit.mutate({ DeviceExpiration: seconds })}
        >
          {end > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => edit.mutate({ DeviceExpiration: NO_END })}>
              {words.never}
            </Button>
          )}
        </Durations>
        {end > 0 && (
          <Switch
            size="md"
            label={words.isDeleted}
            checked={isDeleted}
            onChange={({ currentTarget }) => edit.mutate({ DeleteExpiration: currentTarget.checked })}
          />
        )}
      </div>
    </SettingSection>
  )
}
