import { dnsBlock } from '../../../../router/features/dnsblock/contract.ts'
import { call } from '../../../client/client.ts'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { dnsTexts } from '../../../texts/dns.ts'
import { useAct } from '../useFilter.ts'
import { DevicesField } from './DevicesField.tsx'
import { differenceOf } from './difference.ts'

const { filter: words } = dnsTexts

/** Devices for which nothing is blocked. */
export function Excluded({ ips }: { ips: readonly string[] }) {
  const edit = useAct(async (next: readonly string[]) => {
    const { added, removed } = differenceOf(ips, next)
    for (const body of added) await call(dnsBlock.exclude, { body })
    for (const body of removed) await call(dnsBlock.include, { body })
  }, dnsBlock.config)
  return (
    <Section title={words.excluded} hint={words.excludedHint} note={<SaveNote status={edit.status} />}>
      <DevicesField
        label={words.excluded}
        ips={edit.isPending ? edit.variables : ips}
        onChange={(next) => edit.mutate(next)}
      />
      <SaveError error={edit.error} />
    </Section>
  )
}
