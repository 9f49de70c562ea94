import { Button, Input, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { automations, type DryRun } from '../../../../router/model/messages/automations/contract.ts'
import { call } from '../../../client/client.ts'
import { Deletion } from '../../../parts/dialogs/Deletion.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { BackLink } from '../../../parts/layout/BackLink.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { lazyPart } from '../../../parts/navigation/lazyScreen.ts'
import { freeName } from '../../../parts/values/name.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { automationTexts } from '../../../texts/messages/automations.ts'
import { AutomationLog } from './AutomationLog.tsx'
import styles from './Automations.module.css'
import { DryRunResult } from './DryRunResult.tsx'
import { EXAMPLES, type ExampleName } from './examples.ts'
import { lastRunWords, lineWords, problemIn } from './state.ts'
import { useAutomation, useAutomationChange, useAutomations, useDeclarations } from './useAutomations.ts'

const texts = automationTexts.one
const LIST = '/admin/system/automations'
const ScriptEditor = lazyPart(() => import('./ScriptEditor.tsx'), 'ScriptEditor')

interface Script {
  readonly name: string
  readonly source: string
  readonly scopes: string
}

/** One automation: a new one, or the one that the address names. */
export function AutomationScreen() {
  const { name = '' } = useSearch({ from: '/admin/system/automations/script' })
  const { data, error, refetch } = useAutomation(name)
  const { data: all } = useAutomations()
  usePageTitle(name || texts.new)
  return (
    <div className={styles.page}>
      <BackLink to={LIST}>{automationTexts.back}</BackLink>
      {name === '' && all ? (
        <NewAutomation taken={all.map(({ Name }) => Name)} />
      ) : data ? (
        <Existing key={data.Name} automation={data} />
      ) : (
        <LoadState title={texts.missing} query={{ error, refetch }} isAlone height={360} radius="lg" />
      )}
    </div>
  )
}

function NewAutomation({ taken }: { taken: readonly string[] }) {
  const navigate = useNavigate()
  const [example, setExample] = useState<ExampleName>('empty')
  const { source, scopes } = EXAMPLES[example]
  const saved = { name: freeName(example === 'empty' ? 'script' : example, taken), source, scopes: scopes.join('\n') }
  return (
    <>
      <h1>{texts.new}</h1>
      <NativeSelect
        label={texts.example}
        value={example}
        onChange={({ currentTarget }) => setExample(currentTarget.value as ExampleName)}
        data={Object.entries(automationTexts.examples).map(([value, label]) => ({ value, label }))}
      />
      <Editing
        key={example}
        saved={saved}
        revision={0}
        isNew
        onSaved={({ Name }) => navigate({ to: '/admin/system/automations/script', search: { name: Name } })}
      />
    </>
  )
}

type Stored = NonNullable<ReturnType<typeof useAutomation>['data']>

function Existing({ automation }: { automation: Stored }) {
  const { Name, Source, Scopes, Revision } = automation
  const now = useNow()
  const { text, isBad } = lastRunWords(automation, now)
  const run = useAutomationChange(() => call(automations.run, { params: { name: Name }, body: {} }))
  const canRun = automation.Enabled && automation.Wants.Every.length + automation.Wants.At.length > 0
  return (
    <>
      <div>
        <h1>{Name}</h1>
        <p className={isBad ? styles.error : 'quiet'} role="status">
          {text}
        </p>
      </div>
      <Editing saved={{ name: Name, source: Source, scopes: Scopes.join('\n') }} revision={Revision}>
        {canRun && (
          <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
            {texts.run}
          </Button>
        )}
      </Editing>
      {run.data && (
        <p className={run.data.Ok ? 'quiet' : styles.error} role="status">
          {run.data.Ok ? texts.runOk(run.data.Milliseconds) : texts.runFailed(lineWords(run.data))}
        </p>
      )}
      <SaveError error={run.error} />
      <AutomationLog name={Name} />
      <Deletion
        name={Name}
        words={texts}
        useChange={useAutomationChange}
        remove={() => call(automations.remove, { params: { name: Name } })}
        list={LIST}
      />
    </>
  )
}

interface EditingProps {
  saved: Script
  revision: number
  isNew?: boolean
  onSaved?: (stored: Stored) => unknown
  /** Further buttons. */
  children?: React.ReactNode
}

function Editing({ saved, revision, isNew = false, onSaved, children }: EditingProps) {
  const [script, setScript] = useState(saved)
  const declarations = useDeclarations()
  const bodyOf = ({ source, scopes }: Script) => ({
    Source: source,
    Scopes: scopes
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  })
  const save = useAutomationChange(
    (given: Script) =>
      call(automations.save, { params: { name: given.name.trim() }, body: { ...bodyOf(given), Revision: revision } }),
    onSaved,
  )
  const trial = useAutomationChange(
    (given: Script): Promise<DryRun> =>
      call(automations.dryRun, { params: { name: given.name.trim() }, body: bodyOf(given) }),
  )
  const failure = save.error ?? trial.error
  const problem = useMemo(() => problemIn(failure), [failure])
  const { fields, rest } = complaintOf(failure, ['name', 'Scopes', 'Source'])
  const isChanged = isNew || script.source !== saved.source || script.scopes !== saved.scopes
  return (
    <div className={forms.form}>
      {isNew && (
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={script.name}
          maxLength={64}
          autoComplete="off"
          onChange={({ currentTarget }) => setScript({ ...script, name: currentTarget.value })}
          error={fields.name}
        />
      )}
      <Input.Wrapper
        label={texts.script}
        description={texts.scriptHint}
        labelElement="div"
        error={fields.Source && <span role="alert">{fields.Source}</span>}
      >
        <div className={styles.editor}>
          <Suspense fallback={<div className={styles.waiting} aria-busy="true" />}>
            <ScriptEditor
              label={texts.script}
              initial={saved.source}
              onChange={(source) => setScript((before) => ({ ...before, source }))}
              problem={problem}
              declarations={declarations}
            />
          </Suspense>
        </div>
      </Input.Wrapper>
      <Textarea
        label={texts.scopes}
        description={texts.scopesHint}
        value={script.scopes}
        autosize
        minRows={2}
        spellCheck={false}
        onChange={({ currentTarget }) => setScript({ ...script, scopes: currentTarget.value })}
        error={fields.Scopes}
      />
      <SaveError error={rest === '' ? null : failure} />
      <div className={forms.buttons}>
        <Button
          disabled={!isChanged}
          loading={save.isPending}
          onClick={() => {
            trial.reset()
            save.mutate(script)
          }}
        >
          {isNew ? texts.add : texts.save}
        </Button>
        <Button
          variant="default"
          loading={trial.isPending}
          onClick={() => {
            save.reset()
            trial.mutate(script)
          }}
        >
          {texts.try}
        </Button>
        {children}
        <SaveNote status={save.isSuccess && !isChanged ? 'success' : 'idle'} />
      </div>
      {trial.data && <DryRunResult result={trial.data} />}
    </div>
  )
}
