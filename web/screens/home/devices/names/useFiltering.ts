import { useMutation, useQuery } from '@tanstack/react-query'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { dnsLog } from '../../../../../router/model/dns/querylog/contract.ts'
import { call } from '../../../../client/client.ts'
import { keyOf } from '../../../../client/keys.ts'
import { query } from '../../../../client/query.ts'
import { readAgain } from '../../../../client/readAgain.ts'
import { replace } from '../../../../client/replace.ts'

/** Calls for the DNS filter settings of a device. `ip` is its present address. */
const actsFor = (ip: string) => ({
  pause: (Minutes: number) => call(dnsBlock.pause, { body: { ClientIP: ip, Minutes } }),
  resume: () => call(dnsBlock.resume, { body: { ClientIP: ip } }),
  say: (Type: 'permit' | 'block', Domain: string) => call(dnsBlock.override, { body: { Type, Domain, ClientIP: ip } }),
  lift: (Domain: string, list: string) => call(dnsBlock.liftIn, { params: { list }, body: { Domain, ClientIP: ip } }),
})
type Acts = ReturnType<typeof actsFor>

/** The filter settings, and the calls that change them for a device. */
export function useFiltering(ip: string) {
  const config = useQuery(query(dnsBlock.config))
  const act = useMutation({
    mutationFn: (act: (acts: Acts) => Promise<unknown>) => act(actsFor(ip)),
    onSettled: () => readAgain(dnsBlock.config),
  })
  return { config, act }
}

/** Whether the device is filtered. Pending changes are shown as if they were done. */
export function useExclusion(ip: string) {
  const { data } = useQuery(query(dnsBlock.config))
  const set = useMutation({
    mutationFn: (isExcluded: boolean) =>
      isExcluded ? call(dnsBlock.exclude, { body: ip }) : call(dnsBlock.include, { body: ip }),
    onSettled: () => readAgain(dnsBlock.config),
  })
  return { isExcluded: set.isPending ? set.variables : data?.ClientIPExclusions.includes(ip), set }
}

/** Whether queries of the device are not logged. The call replaces the whole list, so it is loaded just before. */
export function usePrivacy(ip: string) {
  const { data } = useQuery(query(dnsLog.privacy))
  const set = useMutation({
    mutationFn: async (isPrivate: boolean) => {
      const others = (await call(dnsLog.privacy)).filter((one) => one !== ip)
      return call(dnsLog.setPrivacy, { body: isPrivate ? [...others, ip] : others })
    },
    onSuccess: (list) => replace(keyOf(dnsLog.privacy), list),
  })
  return { isPrivate: set.isPending ? set.variables : data?.includes(ip), set }
}
