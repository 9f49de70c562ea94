import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dyndns } from '../../../../router/model/internet/dyndns/contract.ts'
import { vpn } from '../../../../router/model/vpn/wireguard/contract.ts'
import { query } from '../../../client/query.ts'
import { DraftForm } from '../../../parts/forms/DraftForm.tsx'
import { SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import { vpnTexts } from '../../../texts/vpn/wireguard.ts'
import { itemsInText, textOfItems } from '../../internet/links/lists.ts'
import { Advice } from './Advice.tsx'
import { endpointsOf } from './peer.ts'
import { type ServerState, useEndpoints } from './useWireGuard.ts'

const texts = vpnTexts.server

/** What new devices connect to, and whether they can. */
export function Endpoints({ server: { endpoints, port } }: { server: ServerState }) {
  const draft = useDraft({ text: textOfItems(endpoints) })
  const save = useEndpoints()
  const names = useQuery(query(dyndns.status)).data?.Names ?? []
  const unused = names.filter(({ Name }) => !draft.fields.text.includes(Name))
  const rows = Math.min(6, Math.max(2, itemsInText(draft.fields.text).length + 1))
  return (
    <Section
      changes={vpn.setEndpoints}
      title={texts.internet}
      note={<SaveNote status={draft.isIdle ? save.status : 'idle'} />}
    >
      <Advice endpoint={endpoints[0]} port={port} />
      <DraftForm
        draft={draft}
        save={save}
        onSubmit={() => save.mutate(endpointsOf(draft.fields.text, port), { onSuccess: draft.settle })}
        error={null}
        submitHint={texts.kept}
      >
        <Textarea
          label={texts.endpoints}
          description={texts.endpointsHint}
          placeholder={texts.endpointsPlaceholder}
          rows={rows}
          value={draft.fields.text}
          onChange={({ currentTarget }) => draft.type({ text: currentTarget.value })}
          error={save.error?.message.replace(/^\d+: /, '')}
          spellCheck={false}
          autoCapitalize="off"
        />
        {unused.map(({ Name }) => (
          <div key={Name}>
            <Button
              variant="default"
              size="compact-md"
              onClick={() => draft.type({ text: textOfItems([Name, ...itemsInText(draft.fields.text)]) })}
            >
              {texts.use(Name)}
            </Button>
          </div>
        ))}
      </DraftForm>
    </Section>
  )
}
