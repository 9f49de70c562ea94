import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { preview as previews } from '../../../../router/model/firewall/preview/contract.ts'
import { ACTIONS } from '../../../../router/model/firewall/rules/actions.ts'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { isPending } from '../../../../router/model/home/devices/device.ts'
import { call } from '../../../client/client.ts'
import { Deletion } from '../../../parts/dialogs/Deletion.tsx'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { OnePage } from '../../../parts/layout/OnePage.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { ruleTexts } from '../../../texts/firewall/rules.ts'
import type { ShownDevice } from '../../home/devices/entry.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { AudienceFields } from '../../home/schedules/AudienceFields.tsx'
import { audienceOf, isUnchosen, selectionOf } from '../../home/schedules/audience.ts'
import styles from '../../home/schedules/Schedules.module.css'
import { inputOf, type ListedRule } from '../../home/schedules/schedule.ts'
import { TimesFields } from '../../home/schedules/TimesFields.tsx'
import { usePfwRules, useRuleChange } from '../../home/schedules/useSchedules.ts'
import { PreviewLines } from '../PreviewLines.tsx'
import { ActionFields } from './ActionFields.tsx'
import { DestinationFields } from './DestinationFields.tsx'
import { blankDraft, type FirewallRuleDraft, fittedToAction, isComplete } from './rule.ts'
import { useRulePreview } from './useRulePreview.ts'

const texts = ruleTexts.form
/** Fields that show the router's errors themselves. */
const FIELDS = [
  ...['Name', 'When.Devices', 'When.Groups', 'When.Tags', 'When.UsedMinutes', 'To.Domains', 'To.Countries', 'To.ASNs'],
  ...['To.Networks', 'To.Port', 'Do.Domain', 'Do.ResultIP', 'Do.ResultCNAME', 'Do.Tunnel', 'Do.Tag', 'Do.Group'],
  ...['Do.DownMbit', 'Do.UpMbit', 'Do.Plugin', 'Do.Port', 'Do.IP', 'Do.Uplink'],
]

/** A new rule, or the one that the address names. */
export function PfwRuleScreen() {
  const { id } = useSearch({ from: '/admin/schedules/rules/edit' })
  const { data, error, refetch } = usePfwRules()
  const { entries, error: unknown } = useEntries()
  const before = data?.find((rule) => rule.Id === id)
  usePageTitle(before?.Name ?? texts.new)
  return (
    <OnePage
      list="/admin/schedules/rules"
      words={{ ...texts, back: ruleTexts.back, failed: ruleTexts.failed }}
      query={{ data: data && entries, error: error ?? unknown, refetch }}
    >
      {data && entries && (before || id === undefined) ? (
        <RuleForm key={id} before={before} entries={entries.filter((one) => !isPending(one.identity))} />
      ) : null}
    </OnePage>
  )
}

function RuleForm({ before, entries }: { before: ListedRule | undefined; entries: readonly ShownDevice[] }) {
  const [draft, setDraft] = useState<FirewallRuleDraft>(() =>
    before ? inputOf(before) : { ...blankDraft(), Name: '' },
  )
  const [audience, setAudience] = useState(() => audienceOf(draft.When, { isSaved: before !== undefined }))
  const [tried, setTried] = useState(false)
  const navigate = useNavigate()
  const { Name, When, To, Do } = draft
  const { places, hasPorts } = ACTIONS[Do.Kind]
  const type = (part: Partial<FirewallRuleDraft>) => setDraft(fittedToAction({ ...draft, ...part }))
  const when = (part: Partial<FirewallRuleDraft['When']>) => type({ When: { ...When, ...part } })
  const body = { ...draft, Name: Name.trim(), When: { ...When, ...selectionOf(audience) } }
  const save = useRuleChange(
    () => (before ? call(pfw.replace, { params: { id: before.Id }, body }) : call(pfw.add, { body })),
    () => navigate({ to: '/admin/schedules/rules' }),
  )
  const named = { ...body, Name: body.Name || texts.new }
  const canPreview = isComplete(named) && !isUnchosen(audience)
  const preview = useRulePreview(named, before?.Id, canPreview)
  const { fields: errors, rest } = complaintOf(save.error, FIELDS)
  const hasDays = When.Times.every(({ Days }) => Days.includes(1))
  const submit = () => {
    setTried(true)
    if (body.Name !== '' && hasDays && !isUnchosen(audience)) save.mutate(undefined)
  }
  const [other] = When.Online
  return (
    <>
      <h1>{before?.Name ?? texts.new}</h1>
      <Form changes={pfw.replace} className="fields" noValidate onSubmit={submit}>
        <Section title={texts.name}>
          <div className="fields">
            <TextInput
              aria-label={texts.name}
              value={Name}
              onChange={({ currentTarget }) => type({ Name: currentTarget.value })}
              error={(tried && body.Name === '' && texts.nameEmpty) || errors.Name}
              maxLength={64}
              autoComplete="off"
            />
          </div>
        </Section>
        <Section title={texts.action}>
          <ActionFields
            action={Do}
            onChange={(action) =>
              type({ Do: action, To: ACTIONS[action.Kind].places.includes(To.Place) ? To : blankDraft().To })
            }
            errors={errors}
          />
        </Section>
        {places.length > 0 && (
          <Section title={texts.to}>
            <DestinationFields
              to={To}
              onChange={(part) => type({ To: { ...To, ...part } })}
              places={places}
              hasPorts={hasPorts}
              errors={errors}
            />
          </Section>
        )}
        <Section title={texts.who}>
          <AudienceFields
            audience={audience}
            onChange={setAudience}
            entries={entries}
            isChecked={tried}
            errors={{ Devices: errors['When.Devices'], Groups: errors['When.Groups'], Tags: errors['When.Tags'] }}
          />
        </Section>
        <Section title={texts.when} hint={texts.whenHint}>
          <div className="fields">
            <TimesFields
              times={When.Times}
              onChange={(Times) => when({ Times })}
              label={texts.times}
              add={texts.addTimes}
              least={0}
              isChecked={tried}
            />
            <div className={other && styles.pair}>
              <NativeSelect
                label={texts.online}
                data={[
                  { value: '', label: texts.onlineNone },
                  ...entries.map(({ identity, name }) => ({ value: identity, label: name })),
                ]}
                value={other?.Device ?? ''}
                onChange={({ currentTarget: { value: Device } }) =>
                  when({ Online: Device === '' ? [] : [{ Is: true, ...other, Device }, ...When.Online.slice(1)] })
                }
              />
              {other && (
                <NativeSelect
                  label={texts.is}
                  data={[
                    { value: 'yes', label: texts.connected },
                    { value: 'no', label: texts.disconnected },
                  ]}
                  value={other.Is ? 'yes' : 'no'}
                  onChange={({ currentTarget }) =>
                    when({ Online: [{ ...other, Is: currentTarget.value === 'yes' }, ...When.Online.slice(1)] })
                  }
                />
              )}
            </div>
            <NumberInput
              label={texts.used}
              description={texts.usedHint}
              value={When.UsedMinutes || ''}
              onChange={(value) => when({ UsedMinutes: Number(value) || 0 })}
              error={errors['When.UsedMinutes']}
              min={0}
              max={1440}
              allowDecimal={false}
              hideControls
            />
          </div>
        </Section>
        <Permitted to={previews.pfwRule}>
          {' '}
          <Section title={texts.preview} hint={texts.previewHint}>
            <div className="fields" aria-live="polite" aria-busy={preview.isLooking}>
              {!canPreview ? (
                <p className="quiet">{texts.incomplete}</p>
              ) : preview.error ? (
                <p className="quiet">{preview.error.message}</p>
              ) : preview.data ? (
                <PreviewLines preview={preview.data} idle={undefined} />
              ) : (
                <p className="quiet">{texts.looking}</p>
              )}
            </div>
          </Section>
        </Permitted>
        <SubmitButton size="md" save={save} rest={rest}>
          {texts.save}
        </SubmitButton>
      </Form>
      {before && (
        <Deletion
          name={before.Name}
          words={texts}
          changes={pfw.remove}
          useChange={useRuleChange}
          remove={() => call(pfw.remove, { params: { id: before.Id } })}
          list="/admin/schedules/rules"
        />
      )}
    </>
  )
}
