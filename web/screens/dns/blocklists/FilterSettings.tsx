import { Select } from '@mantine/core'
import { type DnsBlockConfig, dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { SavedField } from '../../../parts/forms/SavedField.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { SettingSection } from '../../../parts/forms/SettingSection.tsx'
import { SwitchField } from '../../../parts/forms/SwitchField.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { lengthOf } from '../../../parts/values/amount.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { DevicesField } from '../DevicesField.tsx'
import styles from '../Form.module.css'
import { type ListChange, listChangeOf } from '../listChange.ts'

const { filter: words } = dnsTexts
type Edit = Partial<Pick<DnsBlockConfig, 'RebindingCheckDisable' | 'AnswerCanaries' | 'RefreshSeconds'>>

/** Settings of the filter as a whole. A change applies immediately. */
export function FilterSettings({ filter }: { filter: DnsBlockConfig }) {
  const edit = useAct(save, dnsBlock.config, dnsBlock.status)
  const { RebindingCheckDisable, AnswerCanaries, RefreshSeconds } = {
    ...filter,
    ...(edit.isPending ? edit.variables : {}),
  }
  const every = String(RefreshSeconds)
  const spans = Object.entries(words.spans).map(([value, label]) => ({ value, label }))
  const isOther = !spans.some(({ value }) => value === every)
  return (
    <Section changes={dnsBlock.setRefresh} title={words.title} note={<SaveNote status={edit.status} />}>
      <SwitchField
        label={words.rebinding}
        hint={words.rebindingHint}
        checked={!RebindingCheckDisable}
        onChange={(checked) => edit.mutate({ RebindingCheckDisable: !checked })}
      />
      <SwitchField
        label={words.canaries}
        hint={words.canariesHint}
        checked={AnswerCanaries}
        onChange={(checked) => edit.mutate({ AnswerCanaries: checked })}
      />
      <Select
        className={styles.field}
        label={words.refresh}
        data={isOther ? [...spans, { value: every, label: words.other(lengthOf(RefreshSeconds)) }] : spans}
        value={every}
        onChange={(seconds) => seconds !== null && edit.mutate({ RefreshSeconds: Number(seconds) })}
        allowDeselect={false}
      />
      <SaveError error={edit.error} />
      <QuarantineHost ip={filter.QuarantineHostIP} />
    </Section>
  )
}

async function save({ RebindingCheckDisable, AnswerCanaries, RefreshSeconds }: Edit): Promise<void> {
  const flag = (value: boolean) => ({ query: { value: value ? 'true' : 'false' } }) as const
  if (RebindingCheckDisable !== undefined) await call(dnsBlock.disableRebinding, flag(RebindingCheckDisable))
  if (AnswerCanaries !== undefined) await call(dnsBlock.answerCanaries, flag(AnswerCanaries))
  if (RefreshSeconds !== undefined) await call(dnsBlock.setRefresh, { query: { seconds: RefreshSeconds } })
}

function QuarantineHost({ ip }: { ip: string }) {
  const edit = useAct((body: string) => call(dnsBlock.quarantineHost, { body }), dnsBlock.config)
  return (
    <SavedField
      className={styles.field}
      label={words.quarantine}
      description={words.quarantineHint}
      saved={ip}
      save={edit}
      onSave={(next, onSuccess) => edit.mutate(next, { onSuccess })}
      error={edit.error?.message}
    />
  )
}

/** Devices for which nothing is blocked. */
export function ExcludedDevices({ ips }: { ips: readonly string[] }) {
  const edit = useAct(async ({ added, removed }: ListChange) => {
    for (const body of added) await call(dnsBlock.exclude, { body })
    for (const body of removed) await call(dnsBlock.include, { body })
  }, dnsBlock.config)
  const shown = edit.isPending ? edit.variables.after : ips
  return (
    <SettingSection changes={dnsBlock.exclude} title={words.excluded} hint={words.excludedHint} save={edit}>
      <DevicesField label={words.excluded} ips={shown} onChange={(next) => edit.mutate(listChangeOf(shown, next))} />
    </SettingSection>
  )
}
