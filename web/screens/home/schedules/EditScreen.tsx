import { Button, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import type { TimeWindow } from '../../../../router/model/firewall/rules/window.ts'
import { isPending } from '../../../../router/model/home/devices/device.ts'
import { call } from '../../../client/client.ts'
import { EditForm, useEntryDraft } from '../../../parts/forms/EditForm.tsx'
import { OnePage } from '../../../parts/layout/OnePage.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { scheduleTexts } from '../../../texts/home/schedules.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { useEntries } from '../devices/useEntries.ts'
import { AudienceFields } from './AudienceFields.tsx'
import { audienceOf, isUnchosen, selectionOf } from './audience.ts'
import styles from './Schedules.module.css'
import { BEDTIME, HOMEWORK, inputOf, isSchedule, type ListedRule } from './schedule.ts'
import { TimesFields } from './TimesFields.tsx'
import { ruleDeletion, usePfwRules, useRuleChange } from './useSchedules.ts'

const texts = scheduleTexts.form

/** A new schedule, for the device that the address names, or the schedule that it names. */
export function EditScreen() {
  const { id, device } = useSearch({ from: '/admin/schedules/edit' })
  const { data, error, refetch } = usePfwRules()
  const { entries, error: unknown } = useEntries()
  const before = data?.find((rule) => rule.Id === id && isSchedule(rule))
  usePageTitle(before?.Name ?? texts.new)
  return (
    <OnePage
      list="/admin/schedules"
      from={entries?.find(({ identity }) => identity === device)}
      words={{ ...texts, failed: scheduleTexts.failed }}
      query={{ data: data && entries, error: error ?? unknown, refetch }}
    >
      {data && entries && (before || id === undefined) ? (
        <ScheduleForm
          key={id}
          before={before}
          device={device}
          entries={entries.filter((one) => !isPending(one.identity))}
        />
      ) : null}
    </OnePage>
  )
}

interface ScheduleFormProps {
  before: ListedRule | undefined
  /** The device of a new schedule, whose page is opened after saving. */
  device: string | undefined
  entries: readonly ShownDevice[]
}

function ScheduleForm({ before, device, entries }: ScheduleFormProps) {
  const { fields, type, isIdle } = useEntryDraft(() => ({
    name: before?.Name ?? texts.bedtime,
    audience: audienceOf(before?.When ?? { Devices: device === undefined ? [] : [device], Groups: [], Tags: [] }, {
      isSaved: before !== undefined,
    }),
    times: before?.When.Times ?? [BEDTIME],
  }))
  const navigate = useNavigate()
  const { name, audience, times } = fields
  const save = () => {
    const When = { ...before?.When, ...selectionOf(audience), Times: times }
    const body = before
      ? { ...inputOf(before), Name: name.trim(), When }
      : { Name: name.trim(), When, Do: { Kind: 'block' as const } }
    return before ? call(pfw.replace, { params: { id: before.Id }, body }) : call(pfw.add, { body })
  }
  const hasDays = times.every(({ Days }) => Days.includes(1))
  const preset = (title: string, window: TimeWindow) => (
    <Button variant="default" onClick={() => type({ name: title, times: [window] })}>
      {title}
    </Button>
  )
  return (
    <>
      <h1>{before?.Name ?? texts.new}</h1>
      <EditForm
        words={texts}
        known={['Name']}
        isChanged={!isIdle}
        isValid={name.trim() !== '' && hasDays && !isUnchosen(audience)}
        changes={pfw.replace}
        save={save}
        onSaved={() =>
          device === undefined
            ? navigate({ to: '/admin/schedules' })
            : navigate({ to: '/admin/devices/$identity', params: { identity: device } })
        }
        useChange={useRuleChange}
        list="/admin/schedules"
        deletion={before && ruleDeletion(before)}
      >
        {(errors, tried) => (
          <>
            <Section title={texts.name}>
              <div className="fields">
                {!before && (
                  <div className={styles.buttons}>
                    <span>{texts.presets}</span>
                    {preset(texts.bedtime, BEDTIME)}
                    {preset(texts.homework, HOMEWORK)}
                  </div>
                )}
                <TextInput
                  aria-label={texts.name}
                  value={name}
                  onChange={({ currentTarget }) => type({ name: currentTarget.value })}
                  error={(tried && name.trim() === '' && texts.nameEmpty) || errors.Name}
                  maxLength={64}
                  autoComplete="off"
                />
              </div>
            </Section>
            <Section title={texts.who}>
              <AudienceFields
                audience={audience}
                onChange={(next) => type({ audience: next })}
                entries={entries}
                errors={{}}
                isChecked={tried}
              />
            </Section>
            <Section title={texts.times}>
              <TimesFields
                times={times}
                onChange={(windows) => type({ times: windows })}
                label={scheduleTexts.week(name)}
                add={texts.addTime}
                least={1}
                isChecked={tried}
              />
            </Section>
          </>
        )}
      </EditForm>
    </>
  )
}
