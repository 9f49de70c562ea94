import { Textarea } from '@mantine/core'
import { links } from '../../../../router/model/internet/links/contract.ts'
import type { InterfaceConfig } from '../../../../router/model/internet/links/interface.ts'
import { call } from '../../../client/client.ts'
import { DraftSection } from '../../../parts/forms/DraftForm.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { linkTexts } from '../../../texts/internet/links.ts'
import { itemsInText, textOfItems } from './lists.ts'
import { TO_CONFIRM, useGuarded } from './useGuarded.ts'

const words = linkTexts.downlink

/** Addresses of the router on a household port, in addition to those that its devices require. */
export function HouseholdAddresses({ config: { Name, AdditionalIPs = [] } }: { config: InterfaceConfig }) {
  const draft = useDraft({ text: textOfItems(AdditionalIPs.map(({ IP }) => IP)) })
  const save = useGuarded((addresses: readonly string[]) => {
    const AdditionalIPs = addresses.map((IP) => ({ IP }))
    return call(links.addresses, { query: TO_CONFIRM, body: { Name, AdditionalIPs } })
  }, draft.settle)
  const complaint = complaintOf(save.error, ['AdditionalIPs'])
  return (
    <DraftSection
      changes={links.addresses}
      title={words.addresses}
      hint={words.addressesHint}
      isGuarded
      draft={draft}
      save={save}
      onSubmit={() => save.mutate(itemsInText(draft.fields.text))}
      error={complaint.rest ? save.error : null}
    >
      <Textarea
        aria-label={words.addresses}
        rows={Math.min(8, Math.max(2, itemsInText(draft.fields.text).length + 1))}
        value={draft.fields.text}
        onChange={({ currentTarget }) => draft.type({ text: currentTarget.value })}
        error={complaint.fields.AdditionalIPs}
        spellCheck={false}
      />
    </DraftSection>
  )
}
