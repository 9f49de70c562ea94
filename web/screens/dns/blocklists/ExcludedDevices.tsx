import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { call } from '../../../client/client.ts'
import { SettingSection } from '../../../parts/forms/SettingSection.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { DevicesField } from '../DevicesField.tsx'
import { type ListChange, listChangeOf } from '../listChange.ts'
import { useAct } from '../useFilter.ts'

const { filter: words } = dnsTexts

/** Devices for which nothing is blocked. */
export function ExcludedDevices({ ips }: { ips: readonly string[] }) {
  const edit = useAct(async ({ added, removed }: ListChange) => {
    for (const body of added) await call(dnsBlock.exclude, { body })
    for (const body of removed) await call(dnsBlock.include, { body })
  }, dnsBlock.config)
  const shown = edit.isPending ? edit.variables.after : ips
  return (
    <SettingSection changes={dnsBlock.exclude} title={words.excluded} hint={words.excludedHint} save={edit}>
      <DevicesField label={words.excluded} ips={shown} onChange={(next) => edit.mutate(listChangeOf(shown, next))} />
    </SettingSection>
  )
}
