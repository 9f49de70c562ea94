import { TextInput } from '@mantine/core'
import { links } from '../../../../router/model/internet/links/contract.ts'
import type { InterfaceConfig } from '../../../../router/model/internet/links/interface.ts'
import { call } from '../../../client/client.ts'
import { DraftSection } from '../../../parts/forms/DraftForm.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { textFieldOf } from '../../../parts/forms/textField.ts'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { linkTexts } from '../../../texts/internet/links.ts'
import { Choice } from './Choice.tsx'
import { TO_CONFIRM, useGuarded } from './useGuarded.ts'

const words = linkTexts.mac

interface Answers {
  way: 'own' | 'random' | 'given'
  mac: string
}

/** Which hardware address a port shows to others: its own, a made-up one, or a certain one. */
export function HardwareAddress({ config }: { config: InterfaceConfig }) {
  const { Name, Type, MACOverride, MACRandomize } = config
  const draft = useDraft<Answers>({
    way: MACOverride ? 'given' : MACRandomize ? 'random' : 'own',
    mac: MACOverride ?? '',
  })
  const save = useGuarded(({ way, mac }: Answers) => {
    const address = { MACOverride: way === 'given' ? mac.trim().toLowerCase() : '', MACRandomize: way === 'random' }
    return call(links.configure, { query: TO_CONFIRM, body: { Name, Type, ...address } })
  }, draft.settle)
  const complaint = complaintOf(save.error, draft.fields.way === 'given' ? ['MACOverride'] : [])
  return (
    <DraftSection
      changes={links.configure}
      title={words.title}
      hint={words.hint}
      isGuarded
      draft={draft}
      save={save}
      onSubmit={() => save.mutate(draft.fields)}
      error={complaint.rest ? save.error : null}
    >
      <Choice
        label={words.title}
        options={(['own', 'random', 'given'] as const).map((value) => ({ value, name: words.ways[value] }))}
        value={draft.fields.way}
        onChange={(way) => draft.type({ way })}
      />
      {draft.fields.way === 'given' && (
        <TextInput
          label={words.address}
          placeholder={words.placeholder}
          {...textFieldOf(draft.fields, draft.type)('mac', complaint.fields.MACOverride)}
        />
      )}
    </DraftSection>
  )
}
