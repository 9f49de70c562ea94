import { Button } from '@mantine/core'
import { useState } from 'react'
import { plugins } from '../../../router/features/plugins/contract.ts'
import { call } from '../../client/client.ts'
import forms from '../../parts/forms/Form.module.css'
import { SaveError } from '../../parts/forms/SaveNote.tsx'
import { pluginTexts } from '../../texts/plugins.ts'
import styles from './Plugins.module.css'
import type { Plugin, Right } from './plugin.ts'
import { DangerousLines } from './Rights.tsx'
import { usePluginChange } from './usePlugins.ts'

const texts = pluginTexts.one

/** Updates a plugin. If the new version requests more, the owner confirms it first. */
export function Update({ plugin: { Name } }: { plugin: Plugin }) {
  const [rights, setRights] = useState<readonly Right[]>([])
  const update = usePluginChange(
    (confirmed: readonly Right[]) =>
      call(plugins.updateContainer, { params: { name: Name }, body: { Rights: [...confirmed] } }),
    (reply) => setRights(reply.Rights),
  )
  const hasGrown = rights.length > 0
  return (
    <>
      {!hasGrown && (
        <div>
          <Button variant="default" loading={update.isPending} onClick={() => update.mutate([])}>
            {texts.update}
          </Button>
        </div>
      )}
      {update.isPending && (
        <p className={styles.note} role="status">
          {texts.working}
        </p>
      )}
      {update.data && !hasGrown && <p role="status">{resultWords(update.data)}</p>}
      {hasGrown && (
        <>
          <div role="status">
            <h3>{texts.grown}</h3>
            <p className={styles.note}>{texts.grownHint}</p>
          </div>
          <div>
            <DangerousLines rights={rights} onChange={setRights} />
          </div>
          <div className={forms.buttons}>
            <Button
              loading={update.isPending}
              disabled={rights.some(({ Confirmed }) => !Confirmed)}
              onClick={() => update.mutate(rights)}
            >
              {texts.confirm}
            </Button>
            <Button variant="subtle" disabled={update.isPending} onClick={() => setRights([])}>
              {texts.later}
            </Button>
          </div>
        </>
      )}
      <SaveError error={update.error} />
    </>
  )
}

const resultWords = ({ Updated, RolledBack }: { Updated: boolean; RolledBack?: boolean | undefined }): string =>
  RolledBack ? texts.rolledBack : Updated ? texts.updated : texts.current
