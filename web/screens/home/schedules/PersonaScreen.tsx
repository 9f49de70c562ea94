import { MultiSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { isPending } from '../../../../router/model/home/devices/device.ts'
import { parental } from '../../../../router/model/home/schedules/contract.ts'
import type { Persona } from '../../../../router/model/home/schedules/persona.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { EditForm, useEntryDraft } from '../../../parts/forms/EditForm.tsx'
import { OnePage } from '../../../parts/layout/OnePage.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { personaTexts } from '../../../texts/firewall/rules.ts'
import { scheduleTexts } from '../../../texts/home/schedules.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { useEntries } from '../devices/useEntries.ts'
import { PersonaPause } from './PersonaPause.tsx'
import { personaTag } from './persona.ts'
import { TimesFields } from './TimesFields.tsx'
import { useRuleChange } from './useSchedules.ts'

const texts = personaTexts.form

/** A new persona, or the one that the address names. */
export function PersonaScreen() {
  const { name } = useSearch({ from: '/admin/schedules/persona' })
  const { data, error, refetch } = useQuery(query(parental.personas))
  const { entries, error: unknown } = useEntries()
  const before = data?.find((persona) => persona.Name === name)
  usePageTitle(before?.Name ?? texts.new)
  return (
    <OnePage
      list="/admin/schedules"
      words={{ ...texts, failed: scheduleTexts.failed }}
      query={{ data: data && entries, error: error ?? unknown, refetch }}
    >
      {data && entries && (before || name === undefined) ? (
        <PersonaForm key={name} before={before} entries={entries.filter((one) => !isPending(one.identity))} />
      ) : null}
    </OnePage>
  )
}

function Paused({ persona: { Name, Tag } }: { persona: Persona }) {
  const { data } = useQuery({ ...query(parental.usage), refetchInterval: 60_000 })
  return (
    <Section title={scheduleTexts.pause.title} hint={scheduleTexts.pause.hint}>
      <PersonaPause name={Name} tag={Tag} until={data?.[Tag]?.PauseUntil ?? 0} />
    </Section>
  )
}

function PersonaForm({ before, entries }: { before: Persona | undefined; entries: readonly ShownDevice[] }) {
  const { fields, type, isIdle } = useEntryDraft(() => ({
    name: before?.Name ?? '',
    chosen: entries.filter(({ device }) => before && device.DeviceTags.includes(before.Tag)).map((one) => one.identity),
    limit: before?.DailyLimitMinutes ?? 0,
    times: before?.Schedules ?? [],
    family: before?.DNSFamily ?? false,
  }))
  const { name, chosen, limit, times, family } = fields
  const tag = before?.Tag ?? personaTag(name)
  const save = async () => {
    await call(parental.save, {
      body: { Name: name.trim(), DailyLimitMinutes: limit, Schedules: [...times], DNSFamily: family },
    })
    for (const { identity, device } of entries) {
      const [has, wants] = [device.DeviceTags.includes(tag), chosen.includes(identity)]
      if (has === wants) continue
      const others = device.DeviceTags.filter((one) => one !== tag)
      await call(devices.update, { query: { identity }, body: { DeviceTags: wants ? [...others, tag] : others } })
    }
  }
  return (
    <>
      <h1>{before?.Name ?? texts.new}</h1>
      {before && !before.Disabled && <Paused persona={before} />}
      <EditForm
        words={texts}
        known={['Name', 'DailyLimitMinutes']}
        isChanged={!isIdle}
        isValid={name.trim() !== '' && times.every(({ Days }) => Days.includes(1))}
        changes={parental.save}
        save={save}
        useChange={useRuleChange}
        list="/admin/schedules"
        deletion={
          before && {
            name: before.Name,
            changes: pfw.remove,
            remove: () => call(parental.remove, { body: { Name: before.Name } }),
          }
        }
      >
        {(errors, tried) => (
          <>
            {!before && (
              <Section title={texts.name}>
                <div className="fields">
                  <TextInput
                    aria-label={texts.name}
                    value={name}
                    onChange={({ currentTarget }) => type({ name: currentTarget.value })}
                    error={(tried && name.trim() === '' && texts.nameEmpty) || errors.Name}
                    maxLength={48}
                    autoComplete="off"
                  />
                </div>
              </Section>
            )}
            <Section title={texts.devices} {...(tag !== '' && { hint: texts.devicesHint(tag) })}>
              <div className="fields">
                <MultiSelect
                  aria-label={texts.devices}
                  data={entries.map((one) => ({ value: one.identity, label: one.name }))}
                  value={chosen}
                  onChange={(identities) => type({ chosen: identities })}
                  searchable
                />
              </div>
            </Section>
            <Section title={texts.limit} hint={texts.limitHint}>
              <div className="fields">
                <NumberInput
                  aria-label={texts.limitLabel}
                  value={limit || ''}
                  onChange={(value) => type({ limit: Number(value) || 0 })}
                  error={errors.DailyLimitMinutes}
                  min={0}
                  max={1440}
                  allowDecimal={false}
                  hideControls
                />
              </div>
            </Section>
            <Section title={texts.times}>
              <TimesFields
                times={times}
                onChange={(windows) => type({ times: windows })}
                label={scheduleTexts.week(name)}
                add={scheduleTexts.form.addTime}
                least={0}
                isChecked={tried}
              />
            </Section>
            <Section title={texts.family} hint={texts.familyHint}>
              <Switch
                size="md"
                label={texts.family}
                checked={family}
                onChange={({ currentTarget }) => type({ family: currentTarget.checked })}
              />
            </Section>
          </>
        )}
      </EditForm>
    </>
  )
}
