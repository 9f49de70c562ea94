import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { IntegrationStatus } from '../../../../router/model/messages/integrations/contract.ts'
import { capitalized } from '../../../../router/values/capitalized.ts'
import { AuthorityField } from '../../../parts/forms/AuthorityField.tsx'
import { SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { TestedForm } from '../../../parts/forms/TestedForm.tsx'
import type { Tested } from '../../../parts/forms/TestResultMessage.tsx'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { dayFormat } from '../../../parts/values/time.ts'
import { integrationTexts as texts } from '../../../texts/messages/integrations.ts'
import { type ConnectionServer, portForTls } from './connection.ts'
import styles from './Integrations.module.css'

const SERVER_FIELDS = ['Host', 'Port', 'TLS', 'Authority', 'Username', 'Password', 'Token', 'Topics'] as const
const PREFIX_FIELDS = ['BaseTopic', 'DiscoveryPrefix', 'SubjectPrefix'] as const
const FIELDS = [...SERVER_FIELDS, ...PREFIX_FIELDS]
export type FieldErrors = { readonly [Name in (typeof FIELDS)[number]]?: string | undefined }
const count = new Intl.NumberFormat(locale)

/** What the parts of a form get: the fields, how to change them, and errors by field. */
export interface ConnectionPartProps<Settings> {
  saved: Settings
  fields: Settings
  type: (part: Partial<Settings>) => void
  errors: FieldErrors
}

interface IntegrationConnectionProps<Settings extends ConnectionServer> {
  words: { readonly title: string; readonly hint: string }
  connection: {
    readonly settings: UseQueryResult<Settings>
    readonly status: UseQueryResult<z.output<typeof IntegrationStatus>>
    readonly save: UseMutationResult<unknown, Error, Settings>
    readonly test: UseMutationResult<Tested, Error, Settings>
  }
  /** The usual ports, without and with TLS. */
  ports: readonly [number, number]
  /** The fields as they are sent. */
  prepare: (fields: Settings, saved: Settings) => Settings
  /** What is particular to this program, below the server. */
  children: (props: ConnectionPartProps<Settings>) => ReactNode
  advanced: (props: ConnectionPartProps<Settings>) => ReactNode
}

/** A connection to another program: whether it is on, its state, and its settings. */
export function IntegrationConnection<Settings extends ConnectionServer>(props: IntegrationConnectionProps<Settings>) {
  const { words, connection } = props
  const { settings, status, save } = connection
  const error = settings.error ?? status.error
  return (
    <Section title={words.title} hint={words.hint} note={<SaveNote status={save.status} />}>
      {settings.data && status.data ? (
        <>
          {settings.data.Enabled && <State {...status.data} />}
          <Settings {...props} saved={settings.data} />
        </>
      ) : (
        <LoadState
          title={texts.failed}
          query={{ error, refetch: () => Promise.all([settings.refetch(), status.refetch()]) }}
          height={80}
          radius="lg"
        />
      )}
    </Section>
  )
}

/** The state, what was sent last, and counts. A connection over which nothing was sent yet does not look like one that works. */
const State = (status: z.output<typeof IntegrationStatus>) => (
  <>
    <p className={styles.state} data-state={shownState(status)} role="status">
      <TranslatedMessage of={status.Message} coded={status.Coded} within={capitalized} />
    </p>
    <p className={styles.note}>{notesOf(status).join(', ')}</p>
  </>
)

const shownState = ({ State: state, LastSent }: z.output<typeof IntegrationStatus>): string =>
  state === 'connected' && LastSent === 0 ? 'idle' : state

const notesOf = ({ State, Sent, Queued, Dropped, LastTopic, LastSent }: z.output<typeof IntegrationStatus>) => [
  ...(LastSent > 0
    ? [texts.last(LastTopic, dayFormat.format(LastSent * 1000))]
    : State === 'connected'
      ? [texts.nothing]
      : []),
  ...(Sent > 0 ? [texts.sent(count.format(Sent))] : []),
  ...(Queued > 0 ? [texts.queued(count.format(Queued))] : []),
  ...(Dropped > 0 ? [texts.dropped(count.format(Dropped))] : []),
]

function Settings<S extends ConnectionServer>(props: IntegrationConnectionProps<S> & { saved: S }) {
  const { saved, connection, ports, prepare, children, advanced } = props
  const draft = useDraft(saved)
  const { save, test } = connection
  const fields = prepare(draft.fields, saved)
  // TypeScript does not see that a part of the server is a part of settings that extend it.
  const type = (part: Partial<ConnectionServer>) => draft.type(part as Partial<S>)
  return (
    <TestedForm
      fields={fields}
      known={FIELDS}
      save={save}
      submit={texts.save}
      test={fields.Enabled ? test : undefined}
      draft={draft}
    >
      {(errors) => {
        const part = { saved, fields, type: draft.type, errors }
        return (
          <>
            <Switch
              label={texts.enabled}
              checked={fields.Enabled}
              onChange={({ currentTarget }) => type({ Enabled: currentTarget.checked })}
            />
            {fields.Enabled && (
              <>
                <div className={styles.pair}>
                  <TextInput
                    label={texts.host}
                    placeholder={texts.hostPlaceholder}
                    value={fields.Host}
                    onChange={({ currentTarget }) => type({ Host: currentTarget.value })}
                    error={errors.Host}
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                  />
                  <NumberInput
                    label={texts.port}
                    min={1}
                    max={65_535}
                    allowDecimal={false}
                    hideControls
                    value={fields.Port}
                    onChange={(value) => type({ Port: Number(value) })}
                    error={errors.Port}
                  />
                </div>
                <Switch
                  label={texts.tls}
                  checked={fields.TLS}
                  error={errors.TLS}
                  onChange={({ currentTarget: { checked } }) =>
                    type({ TLS: checked, Port: portForTls(fields.Port, checked, ports) })
                  }
                />
                {children(part)}
                <More label={texts.advanced} isOpen={FIELDS.some((name) => isHidden(name) && errors[name])}>
                  <div className="stack">
                    {advanced(part)}
                    {fields.TLS && (
                      <AuthorityField
                        value={fields.Authority}
                        onChange={(Authority) => type({ Authority })}
                        error={errors.Authority}
                      />
                    )}
                  </div>
                </More>
              </>
            )}
          </>
        )
      }}
    </TestedForm>
  )
}

const isHidden = (name: (typeof FIELDS)[number]): boolean =>
  name === 'Authority' || name === 'Topics' || PREFIX_FIELDS.some((prefix) => prefix === name)

interface TextProps {
  label: string
  description?: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** A field for a name, a topic or a subject. */
export const Text = ({ onChange, ...props }: TextProps) => (
  <TextInput
    {...props}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
  />
)

interface TopicsProps {
  topics: readonly string[]
  onChange: (topics: string[]) => void
  error: string | undefined
}

/** The events that are sent, by the beginnings of their topics. */
export const Topics = ({ topics, onChange, error }: TopicsProps) => (
  <Textarea
    label={texts.topics}
    description={texts.topicsHint}
    value={topics.join('\n')}
    rows={4}
    spellCheck={false}
    autoCapitalize="none"
    classNames={{ input: styles.config ?? '' }}
    onChange={({ currentTarget }) => onChange(currentTarget.value.split('\n'))}
    error={error}
  />
)
