import { useQuery } from '@tanstack/react-query'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { query } from '../../../client/query.ts'

/** Suggestions for an end of a connection. */
export const ENDS = 'ends-known'
/** Suggestions for an address. */
export const ADDRESSES = 'addresses-known'

/** The devices at home, as a datalist. */
export function DeviceSuggestions() {
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
