import { Button, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { backup } from '../../../../router/model/machine/backup/contract.ts'
import {
  type RemoteTest,
  remoteBackup,
  type ShownRemote,
} from '../../../../router/model/machine/backup/remote/contract.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { TestedForm } from '../../../parts/forms/TestedForm.tsx'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { remoteTexts } from '../../../texts/machine/backup/remote.ts'
import { RemotePlace } from './RemotePlace.tsx'
import { RemoteTimes } from './RemoteTimes.tsx'
import { remoteFaultWords } from './remoteFault.ts'
import { newHostKey, PLACE_FIELDS, type RemoteFields, type RemotePart } from './remoteFields.ts'
import { statusText } from './remoteStatus.ts'

const FIELDS = [...PLACE_FIELDS, 'Time', 'Keep'] as const

/** Backups that are made on schedule and stored on another machine. */
export function RemoteBackupSection() {
  const { data, error, refetch } = useQuery({ ...query(remoteBackup.config), refetchInterval: 10_000 })
  return (
    <Section title={remoteTexts.title} hint={remoteTexts.hint}>
      {data ? (
        <Settings shown={data} />
      ) : (
        <LoadState title={remoteTexts.failed} query={{ error, refetch }} height={120} />
      )}
    </Section>
  )
}

function Settings({ shown: { Status, ...saved } }: { shown: ShownRemote }) {
  const draft = useDraft<RemoteFields>(saved)
  const { fields } = draft
  const stale = () => readAgain(remoteBackup.config)
  /** A run also leaves a backup on this router. */
  const staleAll = () => Promise.all([stale(), readAgain(backup.list)])
  const test = useMutation({
    mutationFn: (given: RemoteFields) => call(remoteBackup.test, { body: given }).then(inWords),
  })
  const save = useMutation({
    mutationFn: (given: RemoteFields) => call(remoteBackup.configure, { body: given }),
    onSuccess: stale,
  })
  const run = useMutation({ mutationFn: () => call(remoteBackup.run), onSettled: staleAll })
  const isSetUp = saved.Host !== '' || saved.URL !== ''
  return (
    <>
      <TestedForm
        fields={fields}
        known={FIELDS}
        save={save}
        submit={remoteTexts.save}
        test={fields.Enabled ? test : undefined}
        draft={draft}
      >
        {(errors) => (
          <>
            <Switch
              label={remoteTexts.enabled}
              checked={fields.Enabled}
              onChange={({ currentTarget }) => draft.type({ Enabled: currentTarget.checked })}
            />
            {fields.Enabled && (
              <>
                <RemotePlace
                  fields={fields}
                  type={draft.type}
                  errors={(save.error ?? test.error) ? withoutEmpty(errors, fields) : errors}
                  newHostKey={newHostKey(fields, test)}
                  onAccept={(HostKey) => {
                    draft.type({ HostKey })
                    test.mutate({ ...fields, HostKey })
                  }}
                  hasPassword={saved.Password !== ''}
                />
                <RemoteTimes fields={fields} type={draft.type} errors={errors} />
              </>
            )}
          </>
        )}
      </TestedForm>
      <SaveNote status={draft.isIdle ? save.status : 'idle'} />
      {isSetUp && (
        <>
          <p role="status" className="quiet">
            {statusText(Status)}
          </p>
          {draft.isIdle && (
            <div>
              <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
                {remoteTexts.run}
              </Button>
            </div>
          )}
          <SaveError error={run.error} />
        </>
      )}
    </>
  )
}

/** Errors of empty fields, in the language of the app: the router only says that a value is missing. */
function withoutEmpty(errors: RemotePart['errors'], fields: RemoteFields): RemotePart['errors'] {
  const inOwnWords = Object.entries(errors).map(([name, words]) => {
    const isEmpty = fields[name as keyof RemoteFields] === ''
    return [name, !isEmpty ? words : name === 'HostKey' ? remoteTexts.hostKeyNeeded : remoteTexts.needed]
  })
  return Object.fromEntries(inOwnWords)
}

/** The result of a test with its message in the language of the app. */
function inWords(result: RemoteTest): RemoteTest {
  const { Ok, IsDeleted } = result
  const Message = Ok ? (IsDeleted ? remoteTexts.tested : remoteTexts.testedOnly) : `${remoteFaultWords(result)}.`
  return { ...result, Message }
}
