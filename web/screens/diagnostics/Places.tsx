import { useQuery } from '@tanstack/react-query'
import { devices } from '../../../router/features/devices/contract.ts'
import { query } from '../../client/query.ts'

/** What fields for an end of a connection propose. */
export const ENDS = 'ends-known'
/** What fields for an address propose. */
export const ADDRESSES = 'addresses-known'

/** The devices of the home, for the browser to complete while somebody types. */
export function Places() {
  const { data } = useQuery(query(devices.list))
  const known = Object.values(data ?? {}).filter(({ RecentIP }) => RecentIP !== '')
  return (
    <>
      <datalist id={ENDS}>
        <option value="internet" />
        <option value="router" />
        {known.map(({ MAC, Name, RecentIP }) => (
          <option key={RecentIP} value={Name || MAC} label={RecentIP} />
        ))}
      </datalist>
      <datalist id={ADDRESSES}>
        {known.map(({ Name, RecentIP }) => (
          <option key={RecentIP} value={RecentIP} label={Name} />
        ))}
      </datalist>
    </>
  )
}
