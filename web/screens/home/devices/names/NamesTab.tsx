import { IconWorldQuestion } from '@tabler/icons-react'
import { Column, Columns } from '../../../../parts/layout/Columns.tsx'
import { Face } from '../../../../parts/layout/Face.tsx'
import { deviceTexts as words } from '../../../../texts/home/devices/device.ts'
import { useDevicePage } from '../devicePage.ts'
import { DeviceFiltering } from './DeviceFiltering.tsx'
import { DnsServer } from './DnsServer.tsx'
import { NameLog } from './NameLog.tsx'
import { NameRules } from './NameRules.tsx'

/** DNS queries of a device, and what is blocked for it. Both are stored by IP address. */
export function NamesTab() {
  const { entry } = useDevicePage()
  const { RecentIP: ip } = entry.device
  if (ip === '')
    return (
      <Face icon={<IconWorldQuestion size={32} stroke={1.5} />} title={words.noAddress} hint={words.noAddressHint} />
    )
  return (
    <Columns>
      <Column>
        <NameLog ip={ip} who={entry.name} />
      </Column>
      <Column>
        <DeviceFiltering ip={ip} />
        <NameRules ip={ip} />
        <DnsServer entry={entry} />
      </Column>
    </Columns>
  )
}
