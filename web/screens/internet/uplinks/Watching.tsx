import { NumberInput, Switch, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { WanConfig } from '../../../../router/model/internet/uplinks/config.ts'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { replace } from '../../../client/replace.ts'
import { DraftSection } from '../../../parts/forms/DraftForm.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { linkTexts } from '../../../texts/internet/links.ts'
import { itemsInText, textOfItems } from '../links/lists.ts'
import styles from './Watching.module.css'

const words = linkTexts.watch
const FIELDS = ['IntervalSeconds', 'FailThreshold', 'RecoverThreshold', 'ProbeTargets'] as const

/** How the router finds out whether an uplink leads anywhere, and what it does about it. */
export function Watching() {
  const { data, error, refetch } = useQuery(query(wan.config))
  if (data) return <Form saved={data} />
  return (
    <Section changes={wan.configure} title={words.title} hint={words.hint}>
      <LoadState title={words.failed} query={{ error, refetch }} height={160} />
    </Section>
  )
}

function Form({ saved }: { saved: WanConfig }) {
  const { SpeedTestURL, ...watched } = saved
  const draft = useDraft({ ...watched, ProbeTargets: textOfItems(saved.ProbeTargets) })
  const save = useMutation({
    mutationFn: (body: Partial<WanConfig>) => call(wan.configure, { body }),
    onSuccess: async (after) => {
      await replace(keyOf(wan.config), after)
      draft.settle()
      void readAgain(wan.status)
    },
  })
  const complaint = complaintOf(save.error, FIELDS)
  const number = (field: 'IntervalSeconds' | 'FailThreshold' | 'RecoverThreshold', label: string, most: number) => (
    <NumberInput
      label={label}
      min={1}
      max={most}
      allowDecimal={false}
      value={draft.fields[field]}
      onChange={(value) => draft.type({ [field]: Number(value) })}
      error={complaint.fields[field]}
    />
  )
  return (
    <DraftSection
      changes={wan.configure}
      title={words.title}
      hint={words.hint}
      draft={draft}
      save={save}
      onSubmit={() => save.mutate({ ...draft.fields, ProbeTargets: itemsInText(draft.fields.ProbeTargets) })}
      error={complaint.rest ? save.error : null}
    >
      <Switch
        label={words.enabled}
        checked={draft.fields.Enabled}
        onChange={({ currentTarget }) => draft.type({ Enabled: currentTarget.checked })}
      />
      <Switch
        label={words.failover}
        description={words.failoverHint}
        checked={draft.fields.FailoverEnabled}
        onChange={({ currentTarget }) => draft.type({ FailoverEnabled: currentTarget.checked })}
      />
      <More label={words.precisely} isOpen={Object.keys(complaint.fields).length > 0}>
        <div className={styles.numbers}>
          {number('IntervalSeconds', words.interval, 3600)}
          {number('FailThreshold', words.fail, 100)}
          {number('RecoverThreshold', words.recover, 100)}
        </div>
        <Textarea
          label={words.targets}
          description={words.targetsHint}
          rows={2}
          value={draft.fields.ProbeTargets}
          onChange={({ currentTarget }) => draft.type({ ProbeTargets: currentTarget.value })}
          error={complaint.fields.ProbeTargets}
          spellCheck={false}
        />
      </More>
    </DraftSection>
  )
}
