import { type LinkConfig, links } from '../../../../router/model/internet/links/contract.ts'
import type { LINK_TYPES } from '../../../../router/model/internet/links/interface.ts'
import { call } from '../../../client/client.ts'
import { DraftForm } from '../../../parts/forms/DraftForm.tsx'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import { texts } from '../../../texts/internet/links.ts'
import { Choice } from './Choice.tsx'
import type { Link } from './link.ts'
import { TO_CONFIRM, useGuarded } from './useGuarded.ts'

const ORDER = ['Uplink', 'Downlink', 'AP', 'Other'] as const satisfies readonly (typeof LINK_TYPES)[number][]

/** What a port is for: towards the internet, into the home, a radio, or nothing. */
export function Purpose({ link: { name, config } }: { link: Link }) {
  const draft = useDraft<{ purpose: LinkConfig['Type'] | undefined }>({
    purpose: config?.Type,
  })
  const save = useGuarded(
    (Type: LinkConfig['Type']) => call(links.configure, { query: TO_CONFIRM, body: { Name: name, Type } }),
    draft.settle,
  )
  return (
    <Section changes={links.configure} title={texts.link.purpose} hint={texts.link.purposeHint}>
      <DraftForm
        draft={draft}
        save={save}
        onSubmit={() => draft.fields.purpose && save.mutate(draft.fields.purpose)}
        error={save.error}
        hint={texts.confirmHint}
      >
        <Choice
          label={texts.link.purpose}
          options={ORDER.map((value) => ({ value, ...texts.purposes[value], term: value }))}
          value={draft.fields.purpose}
          onChange={(purpose) => draft.type({ purpose })}
        />
      </DraftForm>
    </Section>
  )
}
