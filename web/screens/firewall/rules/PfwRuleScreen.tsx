import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { preview as previews } from '../../../../router/model/firewall/preview/contract.ts'
import { ACTIONS } from '../../../../router/model/firewall/rules/actions.ts'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { isPending } from '../../../../router/model/home/devices/device.ts'
import { call } from '../../../client/client.ts'
import { EditForm, useEntryDraft } from '../../../parts/forms/EditForm.tsx'
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
import { ruleDeletion, usePfwRules, useRuleChange } from '../../home/schedules/useSchedules.ts'
import { PreviewLines } from '../preview/PreviewLines.tsx'
import { useRulePreview } from '../preview/usePreview.ts'
import { ActionFields } from './ActionFields.tsx'
import { DestinationFields } from './DestinationFields.tsx'
import { blankDraft, type FirewallRuleDraft, fittedToAction, isComplete } from './rule.ts'

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
  const { fields, ...draft } = useEntryDraft(() => {
    const rule: FirewallRuleDraft = before ? inputOf(before) : { ...blankDraft(), Name: '' }
    return { rule, audience: audienceOf(rule.When, { isSaved: before !== undefined }) }
  })
  const { rule, audience } = fields
  const { Name, When, To, Do } = rule
  const { places, hasPorts } = ACTIONS[Do.Kind]
  const type = (part: Partial<FirewallRuleDraft>) => draft.type({ rule: fittedToAction({ ...rule, ...part }) })
  const when = (part: Partial<FirewallRuleDraft['When']>) => type({ When: { ...When, ...part } })
  const body = { ...rule, Name: Name.trim(), When: { ...When, ...selectionOf(audience) } }
  const named = { ...body, Name: body.Name || texts.new }
  const canPreview = isComplete(named) && !isUnchosen(audience)
  const preview = useRulePreview(named, before?.Id, canPreview)
  const hasDays = When.Times.every(({ Days }) => Days.includes(1))
  const [other] = When.Online
  return (
    <>
      <h1>{before?.Name ?? texts.new}</h1>
      <EditForm
        words={texts}
        known={FIELDS}
        isChanged={!draft.isIdle}
        isValid={body.Name !== '' && hasDays && !isUnchosen(audience)}
        changes={pfw.replace}
        save={() => (before ? call(pfw.replace, { params: { id: before.Id }, body }) : call(pfw.add, { body }))}
        useChange={useRuleChange}
        list="/admin/schedules/rules"
        deletion={before && ruleDeletion(before)}
      >
        {(errors, tried) => (
          <>
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
                onChange={(next) => draft.type({ audience: next })}
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
          </>
        )}
      </EditForm>
    </>
  )
}
