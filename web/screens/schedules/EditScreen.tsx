import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Skeleton.css'
import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isPending } from '../../../router/features/devices/device.ts'
import { pfw } from '../../../router/features/pfw/contract.ts'
import type { TimeWindow } from '../../../router/features/pfw/window.ts'
import { call } from '../../client/client.ts'
import { ConfirmDialog } from '../../parts/dialogs/ConfirmDialog.tsx'
import { Form } from '../../parts/forms/Form.tsx'
import { complaintOf } from '../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../parts/forms/SaveNote.tsx'
import { BackLink } from '../../parts/layout/BackLink.tsx'
import { ButtonLink } from '../../parts/layout/ButtonLink.tsx'
import { Face, Failed } from '../../parts/layout/Face.tsx'
import { Section } from '../../parts/layout/Section.tsx'
import { scheduleTexts } from '../../texts/schedules.ts'
import { texts as shared } from '../../texts.ts'
import type { Entry } from '../devices/entry.ts'
import removal from '../devices/overview/Remove.module.css'
import { useEntries } from '../devices/useEntries.ts'
import { type Selection, SelectionFields } from '../tunnels/SelectionFields.tsx'
import styles from './Schedules.module.css'
import { BEDTIME, crossesMidnight, dayName, HOMEWORK, inputOf, isSchedule, type Rule, WEEK } from './schedule.ts'
import { useRuleChange, useRules } from './useSchedules.ts'
import { Week } from './Week.tsx'

const texts = scheduleTexts.form

/** A new schedule, or the one that the address names. */
export function EditScreen() {
  const { id } = useSearch({ from: '/admin/schedules/edit' })
  const { data, error, refetch } = useRules()
  const { entries, error: unknown } = useEntries()
  const before = data?.find((rule) => rule.Id === id && isSchedule(rule))
  const failure = error ?? unknown
  useDocumentTitle(`${before?.Name ?? texts.new} · ${shared.product}`)
  return (
    <div className={styles.page}>
      <BackLink to="/admin/schedules">{texts.back}</BackLink>
      {data && entries ? (
        id !== undefined && !before ? (
          <Face title={texts.missing} hint={texts.missingHint} isAlone>
            <ButtonLink to="/admin/schedules" variant="default">
              {texts.back}
            </ButtonLink>
          </Face>
        ) : (
          <ScheduleForm key={id} before={before} entries={entries.filter((one) => !isPending(one.identity))} />
        )
      ) : failure ? (
        <Failed title={scheduleTexts.failed} error={failure} isAlone onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={480} radius="lg" aria-busy="true" />
      )}
    </div>
  )
}

function ScheduleForm({ before, entries }: { before: Rule | undefined; entries: readonly Entry[] }) {
  const [fields, setFields] = useState(() => ({
    name: before?.Name ?? texts.bedtime,
    chosen: (before?.When ?? { Devices: [], Groups: [], Tags: [] }) as Selection,
    times: before?.When.Times ?? [BEDTIME],
  }))
  const [tried, setTried] = useState(false)
  const type = (part: Partial<typeof fields>) => setFields({ ...fields, ...part })
  const navigate = useNavigate()
  const { name, chosen, times } = fields
  const save = useRuleChange(
    () => {
      const { Devices, Groups, Tags } = chosen
      const When = { ...before?.When, Devices, Groups, Tags, Times: times }
      const body = before
        ? { ...inputOf(before), Name: name.trim(), When }
        : { Name: name.trim(), When, Do: { Kind: 'block' as const } }
      return before ? call(pfw.replace, { params: { id: before.Id }, body }) : call(pfw.add, { body })
    },
    () => navigate({ to: '/admin/schedules' }),
  )
  const { fields: errors, rest } = complaintOf(save.error, ['Name'])
  const hasDays = times.every(({ Days }) => Days.includes(1))
  const submit = () => {
    setTried(true)
    if (name.trim() !== '' && hasDays) save.mutate(undefined)
  }
  const preset = (title: string, window: TimeWindow) => (
    <Button variant="default" onClick={() => type({ name: title, times: [window] })}>
      {title}
    </Button>
  )
  const change = (at: number, part: Partial<TimeWindow>) =>
    type({ times: times.map((window, index) => (index === at ? { ...window, ...part } : window)) })
  return (
    <>
      <h1>{before?.Name ?? texts.new}</h1>
      <Form className={styles.form} noValidate onSubmit={submit}>
        <Section title={texts.name}>
          <div className={styles.form}>
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
        <Section title={texts.who} hint={texts.whoHint}>
          <SelectionFields
            chosen={chosen}
            onChange={(part) => type({ chosen: { ...chosen, ...part } })}
            entries={entries}
            errors={{}}
          />
        </Section>
        <Section title={texts.times}>
          <Week times={times} label={scheduleTexts.week(name)} />
          <div className={styles.form}>
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
                {tried && !window.Days.includes(1) && <SaveError error={new Error(texts.noDays)} />}
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
                {crossesMidnight(window) && <p className={styles.note}>{texts.nextDay}</p>}
                {times.length > 1 && (
                  <div>
                    <Button
                      variant="subtle"
                      color="red"
                      onClick={() => type({ times: times.filter((_one, index) => index !== at) })}
                    >
                      {texts.removeTime}
                    </Button>
                  </div>
                )}
              </div>
            ))}
            <div>
              <Button variant="default" onClick={() => type({ times: [...times, BEDTIME] })}>
                {texts.addTime}
              </Button>
            </div>
          </div>
        </Section>
        <SaveError error={rest ? save.error : null} />
        <Button type="submit" size="md" loading={save.isPending}>
          {texts.save}
        </Button>
      </Form>
      {before && <Remove rule={before} />}
    </>
  )
}

function Remove({ rule: { Id, Name } }: { rule: Rule }) {
  const [asked, { open, close }] = useDisclosure(false)
  const navigate = useNavigate()
  const remove = useRuleChange(
    () => call(pfw.remove, { params: { id: Id } }),
    () => navigate({ to: '/admin/schedules' }),
  )
  return (
    <div>
      <Button
        variant="subtle"
        color="red"
        className={removal.ask}
        leftSection={<IconTrash size={18} stroke={1.6} />}
        onClick={open}
      >
        {texts.delete}
      </Button>
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={texts.deleteTitle(Name)}
        confirm={texts.delete}
        onConfirm={() => remove.mutate(undefined)}
        action={remove}
      >
        <p>{texts.deleteHint}</p>
      </ConfirmDialog>
    </div>
  )
}
