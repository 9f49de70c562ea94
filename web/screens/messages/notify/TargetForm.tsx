import { NativeSelect, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { notify } from '../../../../router/model/messages/notify/contract.ts'
import { call } from '../../../client/client.ts'
import forms from '../../../parts/forms/Form.module.css'
import { SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { TestedForm } from '../../../parts/forms/TestedForm.tsx'
import { withTranslation } from '../../../parts/forms/tested.ts'
import type { DraftActions } from '../../../parts/forms/useDraft.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import { LANGUAGES, type Language } from '../../../parts/values/language.ts'
import { languageTexts } from '../../../texts/language.ts'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import { KindFields } from './KindFields.tsx'
import { Schedule } from './Schedule.tsx'
import { isNothingSelected, type ListedTarget, requestOfTarget, type TargetFields } from './target.ts'
import { testTarget, useTargetChange } from './useTargets.ts'
import { Which } from './Which.tsx'

const texts = notifyTexts.one

/** The fields of the form in the spelling of the contract, for errors. */
const FIELDS = [
  'Name',
  'Language',
  'Topics',
  'QuietHours.From',
  'QuietHours.To',
  'PerHour',
  'Email.Host',
  'Email.Port',
  'Email.EHLO',
  'Email.Security',
  'Email.User',
  'Email.Password',
  'Email.From',
  'Email.To',
  'Email.Authority',
  'Ntfy.Server',
  'Ntfy.Topic',
  'Ntfy.Token',
  'Ntfy.Authority',
  'Webhook.URL',
  'Webhook.Secret',
  'Webhook.Authority',
  'MQTT.Topic',
] as const
const LANGUAGE_OPTIONS = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))
export type TargetField = (typeof FIELDS)[number]

export interface TargetPartProps {
  saved?: ListedTarget | undefined
  fields: TargetFields
  type: (part: Partial<TargetFields>) => void
  errors: { readonly [Name in TargetField]?: string | undefined }
}

interface TargetFormProps extends Omit<TargetPartProps, 'errors'> {
  save: UseMutationResult<ListedTarget, Error, TargetFields>
  submit: string
  /** The changes of a saved destination. */
  draft?: DraftActions
}

/** The settings of a destination, with a test that needs no saving. */
export function TargetForm({ saved, fields, type, save, submit, draft }: TargetFormProps) {
  const isIdle = draft?.isIdle ?? false
  const test = useTargetChange(async (given: TargetFields) =>
    saved && isIdle
      ? testTarget(saved.Id)
      : withTranslation(
          await call(notify.trial, { body: { ...requestOfTarget(given), ...(saved && { Id: saved.Id }) } }),
        ),
  )
  return (
    <TestedForm
      fields={fields}
      known={FIELDS}
      save={save}
      submit={submit}
      canSave={!isNothingSelected(fields)}
      // The subscription of a browser is not part of the form.
      test={fields.kind === 'push' && !isIdle ? undefined : test}
      {...(draft && { draft })}
    >
      {(errors) => (
        <>
          <Section
            title={notifyTexts.kinds[fields.kind]}
            {...(fields.kind === 'push' && { hint: texts.browser })}
            note={saved && <SaveNote status={isIdle ? save.status : 'idle'} />}
          >
            <div className={forms.form}>
              <TextInput
                label={texts.name}
                value={fields.name}
                onChange={({ currentTarget }) => type({ name: currentTarget.value })}
                error={errors.Name}
                maxLength={64}
                autoComplete="off"
              />
              <NativeSelect
                label={languageTexts.choose}
                description={texts.languageHint}
                data={LANGUAGE_OPTIONS}
                value={fields.language}
                onChange={({ currentTarget }) => type({ language: currentTarget.value as Language })}
                error={errors.Language}
              />
              <KindFields saved={saved} fields={fields} type={type} errors={errors} />
            </div>
          </Section>
          <Which fields={fields} type={type} errors={errors} />
          <Schedule fields={fields} type={type} errors={errors} />
        </>
      )}
    </TestedForm>
  )
}
