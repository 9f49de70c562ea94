import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { links } from '../../../../router/model/internet/links/contract.ts'
import type { InterfaceConfig } from '../../../../router/model/internet/links/interface.ts'
import { call } from '../../../client/client.ts'
import { SettingSection } from '../../../parts/forms/SettingSection.tsx'
import { linkTexts } from '../../../texts/internet/links.ts'
import { TO_CONFIRM, useGuarded } from './useGuarded.ts'

interface SettingProps {
  title: string
  hint: string
  /** Shown beside the switch; without it, `title` is its accessible name. */
  label?: ReactNode
  checked: boolean
  set: (isOn: boolean) => Promise<unknown>
}

/** One setting of a port that is on or off. A change is reverted unless it is confirmed. */
function Setting({ title, hint, label, checked, set }: SettingProps) {
  const save = useGuarded(set)
  return (
    <SettingSection
      changes={links.configure}
      title={title}
      hint={hint}
      save={{ status: save.isSuccess ? 'idle' : save.status, error: save.error }}
    >
      <Switch
        size="md"
        {...(label ? { label } : { 'aria-label': title })}
        checked={save.isPending ? save.variables : checked}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
      />
    </SettingSection>
  )
}

/** Whether a port is used at all. A disabled port keeps its settings. */
export const PortEnabled = ({ config: { Name, Type, Enabled } }: { config: InterfaceConfig }) => (
  <Setting
    title={linkTexts.link.enabled}
    hint={linkTexts.link.enabledHint}
    checked={Enabled}
    set={(isOn) => call(links.configure, { query: TO_CONFIRM, body: { Name, Type, Enabled: isOn } })}
  />
)

/** Whether a household port carries tagged networks. */
export const Trunk = ({ config: { Name, Subtype } }: { config: InterfaceConfig }) => (
  <Setting
    title={linkTexts.downlink.vlan}
    hint={linkTexts.downlink.vlanHint}
    label={<code>{linkTexts.downlink.vlanTerm}</code>}
    checked={Subtype === 'VLAN-Trunk'}
    set={(isOn) =>
      call(links.trunk, { params: { interface: Name, state: isOn ? 'enable' : 'disable' }, query: TO_CONFIRM })
    }
  />
)
