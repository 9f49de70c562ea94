import { useQuery } from '@tanstack/react-query'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { query } from '../../../client/query.ts'

/** Everything the owner has said of the filter. */
export const useFilter = () => useQuery(query(dnsBlock.config))
