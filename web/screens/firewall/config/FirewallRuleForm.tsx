import { Switch } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FocusEvent, useState } from 'react'
import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import { preview as previews } from '../../../../router/model/firewall/preview/contract.ts'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { UnsavedChanges } from '../../../parts/forms/UnsavedChanges.tsx'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { showResult } from '../../../parts/notices/showResult.tsx'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'
import { PreviewLines } from '../preview/PreviewLines.tsx'
import { usePreview } from '../preview/usePreview.ts'
import { complaintsOf } from './complaints.ts'
import styles from './FirewallRuleForm.module.css'
import { FIREWALL_RULE_FIELDS, type FirewallRuleField } from './fields.ts'
import type { HomeView } from './home.ts'
import { whyIdle } from './idle.ts'
import { addressed } from './place.ts'
import { RuleField } from './RuleField.tsx'
import { canRest, isOff, type Ruled } from './rule.ts'
import { sentenceOf } from './sentence.ts'
import { useRuleEdit } from './useRules.ts'

/** How long a change waits that its maker wants to confirm. */
export const CONFIRM_SECONDS = 60

interface FirewallRuleFormProps {
  /** The rule that is there already; undefined for a new one. */
  before: Ruled | undefined
  /** What the form begins with. */
  start: Ruled
  home: HomeView
}

/** A rule as a form, with what it says and what it would change beside it. */
export function FirewallRuleForm({ before, start, home }: FirewallRuleFormProps) {
  const [typed, setTyped] = useState(start)
  const after = addressed(typed, home)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [waits, setWaits] = useState(false)
  const navigate = useNavigate()
  // First away from here: what this form is about may be another rule by now.
  const edit = useRuleEdit(async ({ after: saved }) => {
    await navigate({ to: '/admin/firewall' })
    showResult(saved && isOff(saved) ? texts.form.savedOff : texts.form.saved)
  })
  const { kind } = after
  const fields = FIREWALL_RULE_FIELDS[kind]
  // What some rules are known by, is a remark of most.
  const isRemark = (name: string) => name === 'Description' || (name === 'RuleName' && kind !== 'endpoint')
  const remarks = fields.filter(({ name }) => isRemark(name))
  const own = complaintsOf(after)
  const isValid = Object.keys(own).length === 0
  const isChanged = !before || JSON.stringify(before.rule) !== JSON.stringify(after.rule)
  const preview = usePreview({ before, after }, isValid && isChanged)
  // What is shown belongs to the form as it was before.
  const isOlder = preview.isLooking && preview.data !== undefined
  const refused = complaintOf(
    edit.error ?? preview.error,
    fields.map(({ name }) => name),
  )

  const put = (name: string, value: unknown) => {
    edit.reset()
    setTyped({ ...typed, rule: { ...typed.rule, [name]: value } } as Ruled)
  }
  const leave = ({ target }: FocusEvent) => {
    const name = target.getAttribute('name')
    if (name && Reflect.get(typed.rule, name) !== '') setLeft(new Set([...left, name]))
  }
  const save = () => {
    setTried(true)
    if (!isValid) return
    edit.mutate({ before, after, confirm: waits ? CONFIRM_SECONDS : undefined })
  }
  const ask = (field: FirewallRuleField) => (
    <RuleField
      key={field.name}
      kind={kind}
      field={field}
      value={Reflect.get(typed.rule, field.name)}
      complaint={(tried || left.has(field.name) ? own[field.name] : undefined) ?? refused.fields[field.name]}
      home={home}
      onChange={(value) => put(field.name, value)}
    />
  )

  return (
    <Form changes={firewall.addForward} onSubmit={save} className={styles.columns} noValidate onBlur={leave}>
      <Section title={texts.form.title} hint={texts.kinds[kind].about}>
        <div className={styles.fields}>
          {fields.filter(({ name }) => !isRemark(name)).map(ask)}
          {remarks.some(({ name }) => Reflect.get(start.rule, name) !== '')
            ? remarks.map(ask)
            : remarks.length > 0 && <More label={texts.form.more}>{remarks.map(ask)}</More>}
          {before && canRest(kind) && (
            <Switch
              size="md"
              label={texts.form.on}
              description={texts.form.onHint}
              checked={!isOff(after)}
              onChange={({ currentTarget }) => put('Disabled', !currentTarget.checked)}
            />
          )}
        </div>
      </Section>
      <div className={styles.beside}>
        <Permitted to={previews.rule}>
          <Section
            title={texts.preview.title}
            hint={texts.preview.hint}
            note={isOlder && <span className="quiet">{texts.preview.looking}</span>}
          >
            {isValid && <p className={styles.sentence}>{sentenceOf(after, home)}</p>}
            <div role="status" className={styles.preview} aria-busy={preview.isLooking}>
              {!isValid ? (
                <p className={styles.quiet}>{texts.preview.waiting}</p>
              ) : !isChanged ? (
                <p className={styles.quiet}>{texts.preview.unchanged}</p>
              ) : preview.error ? (
                <p className={styles.refused}>
                  {texts.preview.failed} {preview.error.message}
                </p>
              ) : preview.data ? (
                <PreviewLines preview={preview.data} idle={whyIdle(after, home)} />
              ) : (
                <p className={styles.quiet}>{texts.preview.looking}</p>
              )}
            </div>
          </Section>
        </Permitted>
        {kind === 'service_port' && (
          <Switch
            size="md"
            label={texts.form.confirm}
            description={texts.form.confirmHint}
            checked={waits}
            onChange={({ currentTarget }) => setWaits(currentTarget.checked)}
          />
        )}
        <SaveError error={refused.rest && edit.error ? edit.error : null} />
        <SubmitButton size="md" fullWidth loading={edit.isPending} disabled={!isChanged}>
          {before ? texts.form.save : texts.form.add}
        </SubmitButton>
      </div>
      <UnsavedChanges
        isUnsaved={JSON.stringify(typed) !== JSON.stringify(start) && !edit.isPending && !edit.isSuccess}
      />
    </Form>
  )
}
