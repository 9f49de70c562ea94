import { useQuery } from '@tanstack/react-query'
import { stationLink } from '../../../../router/model/internet/links/interface.ts'
import { radioState } from '../../../../router/model/wifi/radiostate/contract.ts'
import { query } from '../../../client/query.ts'
import { linkName } from './linkName.ts'

/** Names links of devices; reads the wifi networks only if one of `links` belongs to a radio. */
export function useLinkName(...links: readonly string[]): (link: string) => string {
  const { data = [] } = useQuery({ ...query(radioState.radios), enabled: links.some((link) => stationLink(link)) })
  return (link) => linkName(link, data)
}
