import { Column } from '../../../../parts/layout/Columns.tsx'
import { Destinations } from '../../../traffic/Destinations.tsx'
import { useDevicePage } from '../devicePage.ts'
import { Flows } from './Flows.tsx'

/** The destinations of a device, and each of its flows. */
export function TrafficTab() {
  const { entry, all } = useDevicePage()
  const names = new Map(all.flatMap(({ device, name }) => (device.RecentIP === '' ? [] : [[device.RecentIP, name]])))
  return (
    <Column>
      <Destinations identity={entry.identity} />
      <Flows identity={entry.identity} nameAt={(ip) => names.get(ip)} />
    </Column>
  )
}
