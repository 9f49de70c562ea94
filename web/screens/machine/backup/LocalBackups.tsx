import { Button } from '@mantine/core'
import { IconArchive, IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { backup } from '../../../../router/model/machine/backup/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { ask, call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { useDownload } from '../../../parts/values/saveFile.ts'
import { backupTexts } from '../../../texts/machine/backup.ts'
import { archiveOf, type BackupSummary } from './archive.ts'
import styles from './Backup.module.css'

const words = backupTexts.list
const useRemoval = changesOf(backup.list)

/** Backups on the router. */
export function LocalBackups({ onRestore }: { onRestore: (archive: BackupSummary) => void }) {
  const { data, error, refetch } = useQuery(query(backup.list))
  return (
    <Section title={words.title} hint={words.hint}>
      {data && data.length > 0 ? (
        <ul className={styles.list}>
          {data.map(({ Name }) => (
            <Row key={Name} archive={archiveOf(Name)} onRestore={onRestore} />
          ))}
        </ul>
      ) : data ? (
        <Face icon={<IconArchive size={28} stroke={1.5} />} title={words.empty} hint={words.emptyHint} />
      ) : (
        <LoadState title={words.failed} query={{ error, refetch }} height={72} />
      )}
    </Section>
  )
}

function Row({ archive, onRestore }: { archive: BackupSummary; onRestore: (archive: BackupSummary) => void }) {
  const { name } = archive
  const made = archive.made.toLocaleString(locale)
  const download = useDownload()
  const remove = useRemoval(() => call(backup.remove, { params: { name } }))
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>
          <time dateTime={archive.made.toISOString()}>{made}</time>
        </strong>
        <p className="quiet">{words.by(archive.release)}</p>
        <SaveError error={download.error} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div className={forms.buttons} role="group" aria-label={words.actions(made)}>
        <Button
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.6} />}
          loading={download.isPending}
          onClick={() => download.mutate(backupDownload(name))}
        >
          {words.download}
        </Button>
        <Button size="xs" variant="default" onClick={() => onRestore(archive)}>
          {words.restore}
        </Button>
        <Confirmed title={words.removeTitle} hint={words.removeHint(made)} confirm={words.remove} action={remove}>
          {(open) => (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              className={styles.remove}
              leftSection={<IconTrash size={16} stroke={1.6} />}
              onClick={open}
            >
              {words.remove}
            </Button>
          )}
        </Confirmed>
      </div>
    </li>
  )
}

/** A backup on this router as a file to download. */
export const backupDownload = (name: string) => ({ name, ask: () => ask(backup.read, { params: { name } }) })
