import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import { call } from '../../../client/client.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { SavedField } from '../../../parts/forms/SavedField.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { firewallTexts } from '../../../texts/firewall/firewall.ts'

const texts = firewallTexts.router

interface RouterSettingsProps {
  config: { readonly PingLan: boolean; readonly PingWan: boolean; readonly SystemDNSOverride: string }
}

/** Services of the router itself: what it answers, and the upstream servers it uses. */
export const RouterSettings = ({ config }: RouterSettingsProps) => (
  <>
    <Ping {...config} />
    <OwnResolver address={config.SystemDNSOverride} />
  </>
)

function useSetting<T>(set: (value: T) => Promise<unknown>) {
  return useMutation({
    scope: { id: 'router settings' },
    mutationFn: set,
    onSettled: () => readAgain(firewall.config),
  })
}

function Ping(config: { PingLan: boolean; PingWan: boolean }) {
  const { mutate, status, error, variables } = useSetting((body: { PingLan: boolean; PingWan: boolean }) =>
    call(firewall.setPing, { body }),
  )
  const { PingLan, PingWan } = (status === 'pending' && variables) || config
  return (
    <Section changes={firewall.setPing} title={texts.ping} hint={texts.pingHint} note={<SaveNote status={status} />}>
      <div className="stack-tight">
        <Switch
          size="md"
          label={texts.pingLan}
          checked={PingLan}
          onChange={({ currentTarget }) => mutate({ PingWan, PingLan: currentTarget.checked })}
        />
        <Switch
          size="md"
          label={texts.pingWan}
          checked={PingWan}
          onChange={({ currentTarget }) => mutate({ PingLan, PingWan: currentTarget.checked })}
        />
      </div>
      <SaveError error={error} />
    </Section>
  )
}

function OwnResolver({ address }: { address: string }) {
  const edit = useSetting((body: string) => call(firewall.setSystemDns, { query: {}, body }))
  return (
    <Section changes={firewall.setPing} title={texts.dns} hint={texts.dnsHint} note={<SaveNote status={edit.status} />}>
      <SavedField
        aria-label={texts.dns}
        placeholder={texts.dnsEmpty}
        spellCheck={false}
        saved={address}
        save={edit}
        onSave={(next, onSuccess) => edit.mutate(next, { onSuccess })}
        error={edit.error?.message}
      />
    </Section>
  )
}
