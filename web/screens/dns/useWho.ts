import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { devices } from '../../../router/features/devices/contract.ts'
import { EVERYBODY } from '../../../router/features/dnsblock/key.ts'
import { query } from '../../client/query.ts'
import { byName } from '../../parts/lists/natural.ts'
import { shownName } from '../../parts/values/name.ts'
import { dnsTexts } from '../../texts/dns.ts'
import { texts } from '../../texts.ts'
import { labelTags } from '../devices/tag.ts'

/** A device that can be spoken of: what it is called, by the address that the filter knows it by. */
export interface Person {
  readonly ip: string
  readonly name: string
}

/** Who asks: devices that have an address, by name, and what an address is called. */
export function useWho() {
  const { data } = useQuery(query(devices.list))
  return useMemo(() => {
    const all = Object.values(data ?? {})
    const people: Person[] = all
      .filter(({ RecentIP }) => RecentIP !== '')
      .map(({ RecentIP, Name }) => ({ ip: RecentIP, name: shownName(Name) || texts.devices.unnamed }))
      .sort((a, b) => byName(a.name, b.name))
    const names = new Map(people.map(({ ip, name }) => [ip, name]))
    const tags = [...new Set(all.flatMap(({ DeviceTags }) => labelTags(DeviceTags)))]
    const nameOf = (ip: string) =>
      ip === EVERYBODY ? dnsTexts.everyone : (names.get(ip) ?? dnsTexts.unknownDevice(ip))
    return { people, tags, nameOf }
  }, [data])
}
