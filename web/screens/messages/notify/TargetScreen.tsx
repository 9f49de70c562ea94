import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { notify } from '../../../../router/model/messages/notify/contract.ts'
import { call } from '../../../client/client.ts'
import { Deletion } from '../../../parts/dialogs/Deletion.tsx'
import { UnsavedChanges } from '../../../parts/forms/UnsavedChanges.tsx'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { OnePage } from '../../../parts/layout/OnePage.tsx'
import { StateHead } from '../../../parts/layout/StateHead.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { freeName } from '../../../parts/values/name.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { notifyTexts } from '../../../texts/messages/notify.ts'
import { Choice } from '../../internet/links/Choice.tsx'
import { LastResultWords } from './LastResultWords.tsx'
import { isFailed } from './lastResult.ts'
import { TargetForm } from './TargetForm.tsx'
import {
  FORM_KINDS,
  fieldsOfTarget,
  type ListedTarget,
  newFields,
  requestOfTarget,
  type TargetFields,
} from './target.ts'
import { useTargetChange, useTargets } from './useTargets.ts'

const texts = notifyTexts.one

/** One destination of alerts: a new one, or the one that the address names. */
export function TargetScreen() {
  const { id } = useSearch({ from: '/admin/system/notifications/target' })
  const reading = useTargets()
  const { data } = reading
  const target = data?.find(({ Id }) => Id === id)
  usePageTitle(target?.Name ?? texts.new)
  return (
    <OnePage
      list="/admin/system/notifications"
      words={{ ...texts, back: notifyTexts.back, failed: notifyTexts.failed }}
      query={reading}
    >
      {data && id === undefined ? (
        <NewTarget taken={data.map(({ Name }) => Name)} />
      ) : target ? (
        <Page key={target.Id} target={target} />
      ) : null}
    </OnePage>
  )
}

type FormKind = (typeof FORM_KINDS)[number]

function NewTarget({ taken }: { taken: readonly string[] }) {
  const [kind, setKind] = useState<FormKind>('email')
  return (
    <>
      <h1>{texts.new}</h1>
      <Choice
        label={texts.kind}
        options={FORM_KINDS.map((value) => ({
          value,
          name: notifyTexts.kinds[value],
          hint: notifyTexts.kindHints[value],
        }))}
        value={kind}
        onChange={setKind}
      />
      <Creation key={kind} saved={newFields(kind, freeName(notifyTexts.kinds[kind], taken))} />
    </>
  )
}

function Creation({ saved }: { saved: TargetFields }) {
  const navigate = useNavigate()
  const draft = useDraft(saved)
  const save = useTargetChange(
    (fields: TargetFields) => call(notify.add, { body: requestOfTarget(fields) }),
    () => navigate({ to: '/admin/system/notifications' }),
  )
  return (
    <>
      <TargetForm fields={draft.fields} type={draft.type} save={save} submit={texts.add} />
      <UnsavedChanges isUnsaved={!draft.isIdle && !save.isPending && !save.isSuccess} />
    </>
  )
}

function Page({ target }: { target: ListedTarget }) {
  const { Id: id, Name } = target
  const now = useNow()
  const draft = useDraft(fieldsOfTarget(target))
  const save = useTargetChange((fields: TargetFields) => {
    const { Kind: _, ...body } = requestOfTarget(fields)
    return call(notify.update, { params: { id }, body })
  })
  return (
    <>
      <StateHead
        title={Name}
        state={<LastResultWords of={target} now={now} />}
        tone={isFailed(target) ? 'down' : undefined}
      />
      <TargetForm
        saved={target}
        fields={draft.fields}
        type={draft.type}
        save={save}
        draft={draft}
        submit={texts.save}
      />
      <UnsavedChanges isUnsaved={!draft.isIdle && !save.isPending} />
      <Deletion
        name={Name}
        words={texts}
        useChange={useTargetChange}
        remove={() => call(notify.remove, { params: { id } })}
        list="/admin/system/notifications"
      />
    </>
  )
}
