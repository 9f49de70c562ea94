import { Button } from '@mantine/core'
import { useState } from 'react'
import { plugins } from '../../../../router/model/plugins/installed/contract.ts'
import { capitalized } from '../../../../router/values/capitalized.ts'
import { call } from '../../../client/client.ts'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import styles from './Plugins.module.css'
import type { Plugin, Requests, Right } from './plugin.ts'
import { DangerousLines, LabelChoices, PolicyChoices, ScopeChoices } from './Rights.tsx'
import { scopeWords } from './scopes.ts'
import { usePluginChange } from './usePlugins.ts'

const texts = pluginTexts.one

/** What the owner agrees to. */
interface Consent {
  Rights: readonly Right[]
  Revision?: string
  Grant?: Requests
}

/** What a new version requests in addition. */
interface Growth extends Consent {
  requested: Requests
  Revision: string
  Grant: Requests
}

/** Updates a plugin. If the new version requests more, the owner confirms it first. */
export function Update({ plugin: { Name } }: { plugin: Plugin }) {
  const [growth, setGrowth] = useState<Growth>()
  const update = usePluginChange(
    ({ Rights, ...consent }: Consent) =>
      call(plugins.updateContainer, { params: { name: Name }, body: { ...consent, Rights: [...Rights] } }),
    ({ Rights, Requests, Revision, Updated, RolledBack }) => {
      const hasGrown = !Updated && !RolledBack && Rights.length + sizeOf(Requests) > 0
      setGrowth(hasGrown ? { Rights, Revision, requested: Requests, Grant: Requests } : undefined)
    },
  )
  return (
    <>
      {!growth && (
        <div>
          <Button variant="default" loading={update.isPending} onClick={() => update.mutate({ Rights: [] })}>
            {texts.update}
          </Button>
        </div>
      )}
      {update.isPending && (
        <p className={styles.note} role="status">
          {texts.working}
        </p>
      )}
      {update.data && !growth && (
        <p role="status">
          {resultWords(update.data)}
          {update.data.Updated && droppedWords(update.data.Dropped)}
          {update.data.RolledBack && update.data.Reason && (
            <>
              {' '}
              <TranslatedMessage of={update.data.Reason} coded={update.data.Coded} within={capitalized} />
            </>
          )}
        </p>
      )}
      {growth && (
        <>
          <div role="status">
            <h3>{texts.grown}</h3>
            <p className={styles.note}>{texts.grownHint}</p>
          </div>
          <Additions growth={growth} onChange={setGrowth} />
          <div className={forms.buttons}>
            <Button
              loading={update.isPending}
              disabled={growth.Rights.some(({ Confirmed }) => !Confirmed)}
              onClick={() => update.mutate({ Rights: growth.Rights, Revision: growth.Revision, Grant: growth.Grant })}
            >
              {texts.confirm}
            </Button>
            <Button variant="subtle" disabled={update.isPending} onClick={() => setGrowth(undefined)}>
              {texts.later}
            </Button>
          </div>
        </>
      )}
      <SaveError error={update.error} />
    </>
  )
}

/** A switch for each addition. The lines of the compose file are needed, the others are the owner's choice. */
function Additions({ growth, onChange }: { growth: Growth; onChange: (growth: Growth) => void }) {
  const { requested, Grant, Rights } = growth
  const grant = (part: Partial<Requests>) => onChange({ ...growth, Grant: { ...Grant, ...part } })
  return (
    <div>
      <PolicyChoices offered={requested.Policies} given={Grant.Policies} onChange={(Policies) => grant({ Policies })} />
      <LabelChoices
        offered={requested.Groups}
        given={Grant.Groups}
        onChange={(Groups) => grant({ Groups })}
        title={pluginTexts.network.group}
        hint={pluginTexts.network.groupHint}
      />
      <LabelChoices
        offered={requested.Tags}
        given={Grant.Tags}
        onChange={(Tags) => grant({ Tags })}
        title={pluginTexts.network.tag}
        hint={pluginTexts.network.tagHint}
      />
      <ScopeChoices
        offered={requested.ScopedPaths}
        given={Grant.ScopedPaths}
        onChange={(ScopedPaths) => grant({ ScopedPaths })}
      />
      <DangerousLines rights={Rights} onChange={(lines) => onChange({ ...growth, Rights: lines })} />
    </div>
  )
}

const sizeOf = ({ ScopedPaths, Policies, Groups, Tags }: Requests): number =>
  ScopedPaths.length + Policies.length + Groups.length + Tags.length

const resultWords = ({ Updated, RolledBack }: { Updated: boolean; RolledBack?: boolean | undefined }): string =>
  RolledBack ? texts.rolledBack : Updated ? texts.updated : texts.current

function droppedWords(dropped: Requests & { Rights: readonly { Text: string }[] }): string {
  const all = [
    ...dropped.Policies.map((policy) => pluginTexts.network.names[policy].title),
    ...dropped.Groups.map(pluginTexts.network.group),
    ...dropped.Tags.map(pluginTexts.network.tag),
    ...dropped.ScopedPaths.map(scopeWords).map(({ what, right }) => pluginTexts.scopes.area(what, right)),
    ...dropped.Rights.map(({ Text }) => Text),
  ]
  return all.length === 0 ? '' : ` ${texts.dropped(all.join(', '))}`
}
