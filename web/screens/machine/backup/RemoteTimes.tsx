import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { remoteTexts } from '../../../texts/machine/backup/remote.ts'
import styles from './Backup.module.css'
import type { RemoteFields, RemotePart } from './remoteFields.ts'

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** When backups are made, and how many are kept. */
export const RemoteTimes = ({ fields, type, errors }: RemotePart) => (
  <>
    <div className={styles.pair}>
      <NativeSelect
        label={remoteTexts.every}
        data={optionsOf(remoteTexts.everies)}
        value={fields.Every}
        onChange={({ currentTarget }) => type({ Every: currentTarget.value as RemoteFields['Every'] })}
      />
      {fields.Every === 'week' && (
        <NativeSelect
          label={remoteTexts.weekday}
          data={optionsOf(remoteTexts.weekdays)}
          value={fields.Weekday}
          onChange={({ currentTarget }) => type({ Weekday: currentTarget.value as RemoteFields['Weekday'] })}
        />
      )}
      <TextInput
        type="time"
        label={remoteTexts.time}
        value={fields.Time}
        onChange={({ currentTarget }) => type({ Time: currentTarget.value })}
        error={errors.Time}
      />
    </div>
    <NumberInput
      label={remoteTexts.keep}
      description={remoteTexts.keepHint}
      min={1}
      max={365}
      allowDecimal={false}
      value={fields.Keep}
      onChange={(value) => type({ Keep: Number(value) })}
      error={errors.Keep}
    />
  </>
)
