import { NativeSelect, Radio, Switch, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AlertSetting } from '../../../../../router/model/messages/alerts/alert.ts'
import { Form } from '../../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../../parts/forms/fieldErrors.ts'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import type { TextFieldName } from '../../../../parts/forms/textField.ts'
import { UnsavedChanges } from '../../../../parts/forms/UnsavedChanges.tsx'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Column, Columns } from '../../../../parts/layout/Columns.tsx'
import { More } from '../../../../parts/layout/Disclosure.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { showResult } from '../../../../parts/notices/showResult.tsx'
import { alertTexts } from '../../../../texts/messages/alerts.ts'
import type { Payload } from '../../events/fields.ts'
import { useAddAlertRule, useChangeAlertRule } from '../rules/useAlertRules.ts'
import { AlertConditionFields } from './AlertConditionFields.tsx'
import { AlertRuleTrial } from './AlertRuleTrial.tsx'
import { type AlertLevel, type AlertRuleDraft, LEVELS, ruleOf } from './draft.ts'
import styles from './Rule.module.css'

const { rule: words } = alertTexts
/** Fields that the router’s messages name. */
const FIELDS = [
  'Name',
  'TopicPrefix',
  'Conditions',
  'Actions.0.MessageTitle',
  'Actions.0.MessageBody',
  'Actions.0.StoreTopicSuffix',
  'Actions.0.GrabFields',
]
/** Those under “Advanced”. */
const HIDDEN = FIELDS.filter((name) => /Body|Suffix|Grab/.test(name))

interface AlertRuleFormProps {
  draft: AlertRuleDraft
  /** Absent for a new rule. */
  stored?: AlertSetting
  /** The event that a new rule is made from; empty for none. */
  event: Payload
}

/** When a rule applies, what it does, and how often it would have been sent. */
export function AlertRuleForm({ draft: initial, stored, event }: AlertRuleFormProps) {
  const [draft, setDraft] = useState(initial)
  const [isSent, setSent] = useState(false)
  const [add, change] = [useAddAlertRule(), useChangeAlertRule()]
  const save = stored ? change : add
  const navigate = useNavigate()
  const set = (some: Partial<AlertRuleDraft>) => setDraft((before) => ({ ...before, ...some }))
  const { fields, rest } = complaintOf(save.error, FIELDS)
  const missing = {
    Name: draft.name.trim() === '' ? words.nameNeeded : undefined,
    TopicPrefix: draft.topic.trim() === '' ? words.topicNeeded : undefined,
  }
  const rule = ruleOf(draft, stored)
  const text = (name: TextFieldName<AlertRuleDraft>, error: string | false | undefined) => ({
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      set({ [name]: currentTarget.value }),
    error,
    autoComplete: 'off',
  })

  const submit = () => {
    setSent(true)
    if (missing.Name || missing.TopicPrefix) return
    const onSuccess = () => {
      showResult(words.saved(draft.name.trim()))
      void navigate({ to: '/admin/alerts/rules' })
    }
    if (stored) change.mutate({ ...rule, RuleId: stored.RuleId }, { onSuccess })
    else add.mutate(rule, { onSuccess })
  }

  return (
    <Form onSubmit={submit} noValidate>
      <Columns isEven>
        <Column>
          <Section title={words.when}>
            <div className="fields">
              <TextInput
                label={words.topic}
                description={words.topicHint}
                autoCapitalize="none"
                spellCheck={false}
                maxLength={128}
                {...text('topic', (isSent && missing.TopicPrefix) || fields.TopicPrefix)}
              />
              <AlertConditionFields
                event={event}
                conditions={draft.conditions}
                onChange={(conditions) => set({ conditions })}
                error={fields.Conditions}
              />
              {draft.conditions.length > 1 && (
                <Radio.Group
                  label={words.mode}
                  value={draft.isAny ? 'any' : 'all'}
                  onChange={(mode) => set({ isAny: mode === 'any' })}
                >
                  <div className={styles.modes}>
                    <Radio value="all" label={words.modes.all} />
                    <Radio value="any" label={words.modes.any} />
                  </div>
                </Radio.Group>
              )}
              {draft.conditions.length > 0 && (
                <Switch
                  label={words.invert}
                  checked={draft.isInverted}
                  onChange={({ currentTarget }) => set({ isInverted: currentTarget.checked })}
                />
              )}
            </div>
          </Section>
        </Column>
        <Column>
          <Section title={words.what}>
            <div className="fields">
              <TextInput
                label={words.name}
                description={words.nameHint}
                maxLength={100}
                {...text('name', (isSent && missing.Name) || fields.Name)}
              />
              <NativeSelect
                label={words.level}
                value={draft.level}
                onChange={({ currentTarget }) => set({ level: currentTarget.value as AlertLevel })}
                data={LEVELS.map((value) => ({ value, label: words.levels[value] }))}
              />
              <Switch
                label={words.notify}
                description={words.notifyHint}
                checked={draft.isNotified}
                onChange={({ currentTarget }) => set({ isNotified: currentTarget.checked })}
              />
              <Switch
                label={words.store}
                description={words.storeHint}
                checked={draft.isStored}
                onChange={({ currentTarget }) => set({ isStored: currentTarget.checked })}
              />
              <More
                label={words.advanced}
                isOpen={HIDDEN.some((name) => fields[name]) || draft.text !== '' || draft.suffix !== ''}
              >
                <Textarea
                  label={words.text}
                  description={words.textHint}
                  autosize
                  minRows={2}
                  maxLength={4000}
                  {...text('text', fields['Actions.0.MessageBody'])}
                />
                <TextInput
                  label={words.suffix}
                  description={words.suffixHint}
                  maxLength={64}
                  {...text('suffix', fields['Actions.0.StoreTopicSuffix'])}
                />
                <TextInput
                  label={words.grab}
                  description={words.grabHint}
                  {...text('grabbed', fields['Actions.0.GrabFields'])}
                />
              </More>
            </div>
          </Section>
          <AlertRuleTrial rule={rule} />
          {rest && (
            <p className={styles.refused} role="alert">
              {rest}
            </p>
          )}
          <div className={styles.answers}>
            <ButtonLink to="/admin/alerts/rules" ignoreBlocker variant="default">
              {words.cancel}
            </ButtonLink>
            <SubmitButton loading={save.isPending}>{words.save}</SubmitButton>
          </div>
        </Column>
      </Columns>
      <UnsavedChanges
        isUnsaved={JSON.stringify(draft) !== JSON.stringify(initial) && !save.isPending && !save.isSuccess}
      />
    </Form>
  )
}
