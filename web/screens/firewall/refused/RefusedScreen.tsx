import { useDevicePage } from '../../home/devices/devicePage.ts'
import { RefusedList } from './RefusedList.tsx'

/** What the router has refused to the devices of the home. */
export const RefusedScreen = () => <RefusedList />

/** What the router has refused to the device of the open page. */
export function RefusedTab() {
  const { entry } = useDevicePage()
  return <RefusedList identity={entry.identity} />
}
