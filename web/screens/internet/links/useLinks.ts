import { useQuery } from '@tanstack/react-query'
import { links } from '../../../../router/model/internet/links/contract.ts'
import { diagnostics } from '../../../../router/model/machine/diagnostics/contract.ts'
import { system } from '../../../../router/model/machine/system/contract.ts'
import { query } from '../../../client/query.ts'
import { linksOf } from './link.ts'

/** There is no event for a cable, so links are polled. */
const LOOK_AGAIN_MS = 4000

/** All ports of the router: what the kernel says of them, and what they are for. */
export function useLinks() {
  const kernel = useQuery({ ...query(diagnostics.ipAddr), refetchInterval: LOOK_AGAIN_MS })
  const configured = useQuery(query(links.configuration))
  const features = useQuery(query(system.features))
  const drivesRadios = features.data?.includes('wifi') ?? true
  return {
    links: kernel.data && configured.data && linksOf(kernel.data, configured.data, drivesRadios),
    error: kernel.error ?? configured.error,
    refetch: () => Promise.all([kernel.refetch(), configured.refetch()]),
  }
}
