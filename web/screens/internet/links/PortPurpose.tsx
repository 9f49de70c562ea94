import { type LinkConfig, links } from '../../../../router/model/internet/links/contract.ts'
import type { LINK_TYPES } from '../../../../router/model/internet/links/interface.ts'
import { call } from '../../../client/client.ts'
import { DraftSection } from '../../../parts/forms/DraftForm.tsx'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { linkTexts } from '../../../texts/internet/links.ts'
import { Choice } from './Choice.tsx'
import type { PhysicalLink } from './link.ts'
import { TO_CONFIRM, useGuarded } from './useGuarded.ts'

const ORDER = ['Uplink', 'Downlink', 'AP', 'Other'] as const satisfies readonly (typeof LINK_TYPES)[number][]

/** What a port is for: towards the internet, into the home, a radio, or nothing. */
export function PortPurpose({ link: { name, config } }: { link: PhysicalLink }) {
  const draft = useDraft<{ purpose: LinkConfig['Type'] | undefined }>({
    purpose: config?.Type,
  })
  const save = useGuarded(
    (Type: LinkConfig['Type']) => call(links.configure, { query: TO_CONFIRM, body: { Name: name, Type } }),
    draft.settle,
  )
  return (
    <DraftSection
      changes={links.configure}
      title={linkTexts.link.purpose}
      hint={linkTexts.link.purposeHint}
      isGuarded
      draft={draft}
      save={save}
      onSubmit={() => draft.fields.purpose && save.mutate(draft.fields.purpose)}
      error={save.error}
    >
      <Choice
        label={linkTexts.link.purpose}
        options={ORDER.map((value) => ({ value, ...linkTexts.purposes[value], term: value }))}
        value={draft.fields.purpose}
        onChange={(purpose) => draft.type({ purpose })}
      />
    </DraftSection>
  )
}
