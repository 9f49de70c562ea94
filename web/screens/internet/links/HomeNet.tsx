import { NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { subnet } from '../../../../router/model/home/dhcp/contract.ts'
import type { SubnetConfig } from '../../../../router/model/home/dhcp/subnet.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { DraftForm } from '../../../parts/forms/DraftForm.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { linkTexts } from '../../../texts/internet/links.ts'
import { itemsInText, textOfItems } from './lists.ts'
import { TO_CONFIRM, useGuarded } from './useGuarded.ts'

/** The ranges that devices get their networks out of, and how long they keep them. */
export function HomeNet() {
  const { data, error, refetch } = useQuery(query(subnet.read))
  return (
    <Section changes={subnet.update} title={linkTexts.nets.title} hint={linkTexts.nets.hint}>
      {data ? (
        <Form saved={data} />
      ) : (
        <LoadState title={linkTexts.nets.failed} query={{ error, refetch }} height={120} />
      )}
    </Section>
  )
}

function Form({ saved }: { saved: SubnetConfig }) {
  const draft = useDraft({ nets: textOfItems(saved.TinyNets), lease: saved.LeaseTime })
  const save = useGuarded((body: SubnetConfig) => call(subnet.update, { query: TO_CONFIRM, body }), draft.settle)
  const complaint = complaintOf(save.error, ['TinyNets', 'LeaseTime'])
  return (
    <DraftForm
      draft={draft}
      save={save}
      onSubmit={() => save.mutate({ TinyNets: itemsInText(draft.fields.nets), LeaseTime: draft.fields.lease })}
      error={complaint.rest ? save.error : null}
      submitHint={`${linkTexts.nets.moves} ${linkTexts.confirmHint}`}
    >
      <Textarea
        label={linkTexts.nets.ranges}
        description={linkTexts.nets.rangesHint}
        autosize={false}
        rows={Math.min(8, Math.max(2, itemsInText(draft.fields.nets).length + 1))}
        value={draft.fields.nets}
        onChange={({ currentTarget }) => draft.type({ nets: currentTarget.value })}
        error={complaint.fields.TinyNets}
        spellCheck={false}
      />
      <NativeSelect
        label={linkTexts.nets.lease}
        value={draft.fields.lease}
        onChange={({ currentTarget }) => draft.type({ lease: currentTarget.value })}
        data={leasesWith(saved.LeaseTime)}
        error={complaint.fields.LeaseTime}
      />
    </DraftForm>
  )
}

const LEASES = Object.entries(linkTexts.nets.leases).map(([value, label]) => ({ value, label }))

/** The usual times, and the saved one if it is another. */
const leasesWith = (saved: string) =>
  LEASES.some(({ value }) => value === saved) ? LEASES : [{ value: saved, label: saved }, ...LEASES]
