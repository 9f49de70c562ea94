import { useQuery } from '@tanstack/react-query'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { dnsLog } from '../../../../../router/model/dns/querylog/contract.ts'
import { changesOf, updatesOf } from '../../../../client/changes.ts'
import { call } from '../../../../client/client.ts'
import { query } from '../../../../client/query.ts'

/** Calls for the DNS filter settings of a device. `ip` is its present address. */
const actsFor = (ip: string) => ({
  pause: (Minutes: number) => call(dnsBlock.pause, { body: { ClientIP: ip, Minutes } }),
  resume: () => call(dnsBlock.resume, { body: { ClientIP: ip } }),
  say: (Type: 'permit' | 'block', Domain: string) => call(dnsBlock.override, { body: { Type, Domain, ClientIP: ip } }),
  lift: (Domain: string, list: string) => call(dnsBlock.liftIn, { params: { list }, body: { Domain, ClientIP: ip } }),
})
type Acts = ReturnType<typeof actsFor>

const useChange = changesOf(dnsBlock.config)
const useUpdate = updatesOf(dnsLog.privacy)

/** The filter settings, and the calls that change them for a device. */
export function useFiltering(ip: string) {
  const config = useQuery(query(dnsBlock.config))
  const act = useChange((act: (acts: Acts) => Promise<unknown>) => act(actsFor(ip)))
  return { config, act }
}

/** Excludes the device from the filter, or includes it. */
export const useExclusion = (ip: string) =>
  useChange((isExcluded: boolean) =>
    isExcluded ? call(dnsBlock.exclude, { body: ip }) : call(dnsBlock.include, { body: ip }),
  )

/** Whether queries of the device are not logged. The call replaces the whole list, so it is loaded just before. */
export function usePrivacy(ip: string) {
  const { data } = useQuery(query(dnsLog.privacy))
  const set = useUpdate(async (isPrivate: boolean) => {
    const others = (await call(dnsLog.privacy)).filter((one) => one !== ip)
    return call(dnsLog.setPrivacy, { body: isPrivate ? [...others, ip] : others })
  })
  return { isPrivate: data?.includes(ip), set }
}
