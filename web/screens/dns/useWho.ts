import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EVERYBODY } from '../../../router/model/dns/blocklists/key.ts'
import { devices } from '../../../router/model/home/devices/contract.ts'
import { query } from '../../client/query.ts'
import { byName } from '../../parts/lists/natural.ts'
import { shownName } from '../../parts/values/name.ts'
import { dnsTexts } from '../../texts/dns/dns.ts'
import { texts } from '../../texts.ts'
import { labelTags } from '../home/devices/tag.ts'

/** A device with its name and the address by which the filter identifies it. */
export interface Person {
  readonly ip: string
  readonly name: string
}

/** Devices that have an address, sorted by name, and the names of addresses. */
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
