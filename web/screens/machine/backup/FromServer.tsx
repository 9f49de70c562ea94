import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { remoteBackup } from '../../../../router/model/machine/backup/remote/contract.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { revealFirst } from '../../../parts/forms/faults.ts'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { remoteTexts } from '../../../texts/machine/backup/remote.ts'
import { backupTexts } from '../../../texts/machine/backup.ts'
import { archiveOf, type ChosenBackup } from './archive.ts'
import styles from './Backup.module.css'
import { RemotePlace } from './RemotePlace.tsx'
import { remoteFaultWords } from './remoteFault.ts'
import { newHostKey, PLACE_FIELDS, type RemoteFields } from './remoteFields.ts'

const words = backupTexts.server

/** Lists the backups on a server, and offers each to be restored. Begins with the server of scheduled backups, if there is one. */
export function FromServer({ onChosen }: { onChosen: (chosen: ChosenBackup) => void }) {
  const { data, error, refetch } = useQuery(query(remoteBackup.config))
  if (data) {
    const { Status: _, ...saved } = data
    return <Server saved={saved} onChosen={onChosen} />
  }
  return <LoadState title={remoteTexts.failed} query={{ error, refetch }} height={120} />
}

/** Stores a backup of the server on the router. Throws with the reason if that fails. */
async function fetchOne(fields: RemoteFields, name: string): Promise<string> {
  const result = await call(remoteBackup.fetch, { body: { ...fields, Name: name } })
  if (!result.Ok) throw new Error(`${remoteFaultWords(result)}.`)
  return result.Name
}

function Server({ saved, onChosen }: { saved: RemoteFields; onChosen: (chosen: ChosenBackup) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { fields, type } = useDraft<RemoteFields>(saved)
  const list = useMutation({
    mutationFn: (given: RemoteFields) => call(remoteBackup.list, { body: given }),
    // On a phone, the field may be outside of the screen.
    onSettled: () => requestAnimationFrame(() => revealFirst(form.current)),
  })
  // Results are about what was sent: they disappear when something is changed.
  const isAbout = JSON.stringify(list.variables) === JSON.stringify(fields)
  const result = isAbout ? list.data : undefined
  const reason = result && !result.Ok ? `${remoteFaultWords(result)}.` : undefined
  const complaint = complaintOf(isAbout ? list.error : null, PLACE_FIELDS)
  const isAtField = PLACE_FIELDS.some((name) => name === result?.Field)
  const errors = { ...complaint.fields, ...(isAtField && { [result?.Field ?? '']: reason }) }
  return (
    <>
      <Form ref={form} className={forms.form} noValidate onSubmit={() => list.mutate(fields)}>
        <RemotePlace
          {...{ fields, type, errors }}
          accept={words.accept}
          newHostKey={newHostKey(fields, list)}
          onAccept={(HostKey) => {
            type({ HostKey })
            list.mutate({ ...fields, HostKey })
          }}
          hasPassword={saved.Password !== ''}
        />
        {fields.Kind === 's3' && <p className="quiet">{words.s3}</p>}
        <SaveError error={complaint.rest === '' ? null : list.error} />
        {reason !== undefined && !isAtField && (
          <p className={styles.error} role="alert">
            {reason}
          </p>
        )}
        <div>
          <SubmitButton loading={list.isPending}>{words.list}</SubmitButton>
        </div>
      </Form>
      {result?.Ok && <Found names={result.Names} fields={fields} onChosen={onChosen} />}
    </>
  )
}

interface FoundProps {
  /** Newest first. */
  names: readonly string[]
  fields: RemoteFields
  onChosen: (chosen: ChosenBackup) => void
}

function Found({ names, fields, onChosen }: FoundProps) {
  if (names.length === 0)
    return (
      <p role="status">
        <strong>{words.none}.</strong> {words.noneHint}
      </p>
    )
  return (
    <section aria-label={words.found}>
      <h2>{words.found}</h2>
      <p className="quiet">{words.foundHint}</p>
      <ul className={styles.list}>
        {names.map(archiveOf).map((archive) => {
          const made = archive.made.toLocaleString(locale)
          return (
            <li key={archive.name} className={styles.row}>
              <div className={styles.what}>
                <strong>
                  <time dateTime={archive.made.toISOString()}>{made}</time>
                </strong>
                <p className="quiet">{backupTexts.list.by(archive.release)}</p>
              </div>
              <Button
                variant="default"
                aria-label={words.restoreOne(made)}
                onClick={() =>
                  onChosen({ ...archive, from: { place: 'server', bring: () => fetchOne(fields, archive.name) } })
                }
              >
                {words.restore}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
