import { Column } from '../../../../parts/layout/Columns.tsx'
import { Destinations } from '../../../traffic/flows/Destinations.tsx'
import { useDevicePage } from '../devicePage.ts'
import { DeviceFlows } from './DeviceFlows.tsx'

/** The destinations of a device, and each of its flows. */
export function TrafficTab() {
  const { entry, all } = useDevicePage()
  const names = new Map(all.flatMap(({ device, name }) => (device.RecentIP === '' ? [] : [[device.RecentIP, name]])))
  return (
    <Column>
      <Destinations identity={entry.identity} />
      <DeviceFlows identity={entry.identity} nameAt={(ip) => names.get(ip)} />
    </Column>
  )
}
