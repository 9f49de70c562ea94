import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import { links } from '../../../router/features/links/contract.ts'
import type { InterfaceConfig } from '../../../router/features/links/interface.ts'
import { call } from '../../client/client.ts'
import { SaveError, SaveNote } from '../../parts/forms/SaveNote.tsx'
import { Section } from '../../parts/layout/Section.tsx'
import { texts } from '../../texts/links.ts'
import { TO_CONFIRM, useGuarded } from './useGuarded.ts'

/** Whether a household port carries tagged networks. */
export function Trunk({ config: { Name, Subtype } }: { config: InterfaceConfig }) {
  const save = useGuarded((state: 'enable' | 'disable') =>
    call(links.trunk, { params: { interface: Name, state }, query: TO_CONFIRM }),
  )
  return (
    <Section
      title={texts.downlink.vlan}
      hint={texts.downlink.vlanHint}
      note={<SaveNote status={save.isSuccess ? 'idle' : save.status} />}
    >
      <Switch
        size="md"
        label={<code>{texts.downlink.vlanTerm}</code>}
        checked={save.isPending ? save.variables === 'enable' : Subtype === 'VLAN-Trunk'}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate(currentTarget.checked ? 'enable' : 'disable')}
      />
      <SaveError error={save.error} />
    </Section>
  )
}
