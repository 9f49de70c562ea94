import { Textarea } from '@mantine/core'
import { links } from '../../../../router/model/internet/links/contract.ts'
import type { InterfaceConfig } from '../../../../router/model/internet/links/interface.ts'
import { call } from '../../../client/client.ts'
import { DraftForm } from '../../../parts/forms/DraftForm.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import { texts } from '../../../texts/internet/links.ts'
import { itemsOf, textOf } from './lists.ts'
import { TO_CONFIRM, useGuarded } from './useGuarded.ts'

const words = texts.downlink

/** Addresses of the router on a household port, in addition to those that its devices require. */
export function HouseholdAddresses({ config: { Name, AdditionalIPs = [] } }: { config: InterfaceConfig }) {
  const draft = useDraft({ text: textOf(AdditionalIPs.map(({ IP }) => IP)) })
  const save = useGuarded((addresses: readonly string[]) => {
    const AdditionalIPs = addresses.map((IP) => ({ IP }))
    return call(links.addresses, { query: TO_CONFIRM, body: { Name, AdditionalIPs } })
  }, draft.settle)
  const complaint = complaintOf(save.error, ['AdditionalIPs'])
  return (
    <Section changes={links.addresses} title={words.addresses} hint={words.addressesHint}>
      <DraftForm
        draft={draft}
        save={save}
        onSubmit={() => save.mutate(itemsOf(draft.fields.text))}
        error={complaint.rest ? save.error : null}
        hint={texts.confirmHint}
      >
        <Textarea
          aria-label={words.addresses}
          rows={Math.min(8, Math.max(2, itemsOf(draft.fields.text).length + 1))}
          value={draft.fields.text}
          onChange={({ currentTarget }) => draft.type({ text: currentTarget.value })}
          error={complaint.fields.AdditionalIPs}
          spellCheck={false}
        />
      </DraftForm>
    </Section>
  )
}
