import { useQuery } from '@tanstack/react-query'
import type { BlockList, BlockListStatus } from '../../../../router/model/dns/blocklists/blocklist.ts'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { isUnderWay } from './listState.ts'

/** Interval of polling during a download. */
const SOON_MS = 1000
const none: readonly BlockListStatus[] = []

/** The state of each list by URL. Polled every second during a download, whose progress has no event. */
export function useListStatuses(): ReadonlyMap<string, BlockListStatus> {
  const status = query(dnsBlock.status)
  const { data = none } = useQuery({
    ...status,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? SOON_MS : false),
  })
  return new Map(data.map((one) => [one.URI, one]))
}

/** Absent fields are unchanged. */
export type BlockListChange = Pick<BlockList, 'URI'> & Partial<BlockList>

export const usePutList = () =>
  useAct((body: BlockListChange) => call(dnsBlock.putBlockLists, { body }), dnsBlock.config, dnsBlock.status)

export const useRemoveList = () =>
  useAct((URI: string) => call(dnsBlock.removeBlockLists, { body: { URI } }), dnsBlock.config, dnsBlock.status)

export const useRefreshList = () => useAct((URI: string) => call(dnsBlock.refresh, { body: { URI } }), dnsBlock.status)

/** Uses the document at the URL once, although it differs much from the version before. */
export const useAcceptList = () =>
  useAct((URI: string) => call(dnsBlock.refresh, { body: { URI, Accept: true } }), dnsBlock.status)

/** Everything the owner has said of the filter. */
export const useFilter = () => useQuery(query(dnsBlock.config))
