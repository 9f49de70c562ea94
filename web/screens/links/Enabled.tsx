import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import { links } from '../../../router/features/links/contract.ts'
import type { InterfaceConfig } from '../../../router/features/links/interface.ts'
import { call } from '../../client/client.ts'
import { SaveError, SaveNote } from '../../parts/forms/SaveNote.tsx'
import { Section } from '../../parts/layout/Section.tsx'
import { texts } from '../../texts/links.ts'
import { TO_CONFIRM, useGuarded } from './useGuarded.ts'

/** Whether a port is used at all. Its settings stay. */
export function Enabled({ config: { Name, Type, Enabled } }: { config: InterfaceConfig }) {
  const save = useGuarded((enabled: boolean) =>
    call(links.configure, { query: TO_CONFIRM, body: { Name, Type, Enabled: enabled } }),
  )
  return (
    <Section
      title={texts.link.enabled}
      hint={texts.link.enabledHint}
      note={<SaveNote status={save.isSuccess ? 'idle' : save.status} />}
    >
      <Switch
        size="md"
        aria-label={texts.link.enabled}
        checked={save.isPending ? save.variables : Enabled}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
      />
      <SaveError error={save.error} />
    </Section>
  )
}
