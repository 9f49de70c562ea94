import { Button, Checkbox, TextInput } from '@mantine/core'
import type { TimeWindow } from '../../../../router/model/firewall/rules/window.ts'
import { FieldFault } from '../../../parts/forms/FieldFault.tsx'
import { scheduleTexts } from '../../../texts/home/schedules.ts'
import styles from './Schedules.module.css'
import { BEDTIME, crossesMidnight, dayName, WEEK } from './schedule.ts'
import { Week } from './Week.tsx'
import { ZoneNote } from './ZoneNote.tsx'

const texts = scheduleTexts.form

interface TimesFieldsProps {
  times: readonly TimeWindow[]
  onChange: (times: TimeWindow[]) => void
  /** The name of the picture of the week. */
  label: string
  /** The button that adds a window. */
  add: string
  /** The number of windows that stay. */
  least: 0 | 1
  /** Windows without a day have an error. */
  isChecked: boolean
}

/** Windows of the week: days, start and end of each. */
export function TimesFields({ times, onChange, label, add, least, isChecked }: TimesFieldsProps) {
  const change = (at: number, part: Partial<TimeWindow>) =>
    onChange(times.map((window, index) => (index === at ? { ...window, ...part } : window)))
  return (
    <>
      {times.length > 0 && <Week times={times} label={label} />}
      {times.length > 0 && <ZoneNote />}
      <div className="fields">
        {times.map((window, at) => (
          // A row is its place in the list.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <div key={at} className={styles.window}>
            <fieldset className={styles.days} aria-label={texts.day}>
              {WEEK.map((day) => (
                <Checkbox
                  key={day}
                  label={dayName(day)}
                  checked={window.Days[day] === 1}
                  onChange={({ currentTarget: { checked } }) =>
                    change(at, { Days: window.Days.map((one, index) => (index === day ? (checked ? 1 : 0) : one)) })
                  }
                />
              ))}
            </fieldset>
            <FieldFault label={texts.day} words={isChecked && !window.Days.includes(1) ? texts.noDays : undefined} />
            <div className={styles.pair}>
              <TextInput
                type="time"
                label={texts.start}
                value={window.Start}
                onChange={({ currentTarget }) => change(at, { Start: currentTarget.value })}
              />
              <TextInput
                type="time"
                label={texts.end}
                value={window.End}
                onChange={({ currentTarget }) => change(at, { End: currentTarget.value })}
              />
            </div>
            {crossesMidnight(window) && <p className="quiet">{texts.nextDay}</p>}
            {times.length > least && (
              <div>
                <Button
                  variant="subtle"
                  color="red"
                  onClick={() => onChange(times.filter((_one, index) => index !== at))}
                >
                  {texts.removeTime}
                </Button>
              </div>
            )}
          </div>
        ))}
        <div>
          <Button variant="default" onClick={() => onChange([...times, BEDTIME])}>
            {add}
          </Button>
        </div>
      </div>
    </>
  )
}
