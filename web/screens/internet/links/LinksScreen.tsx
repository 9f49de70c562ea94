import { useQuery } from '@tanstack/react-query'
import { subnet } from '../../../../router/model/home/dhcp/contract.ts'
import { dyndns } from '../../../../router/model/internet/dyndns/contract.ts'
import { links as operations } from '../../../../router/model/internet/links/contract.ts'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { query } from '../../../client/query.ts'
import { Column, Columns } from '../../../parts/layout/Columns.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { linkTexts } from '../../../texts/internet/links.ts'
import { ResolverNotice } from '../../dns/resolvers/ResolverNotice.tsx'
import { AnnouncementRelay } from '../../firewall/multicast/AnnouncementRelay.tsx'
import { useMulticast } from '../../firewall/multicast/useMulticast.ts'
import { useRadios } from '../../wifi/radiostate/useRadios.ts'
import { MoreUplinks } from '../connection/MoreUplinks.tsx'
import { DynDnsNames } from '../dyndns/DynDnsNames.tsx'
import { Outages } from '../uplinks/Outages.tsx'
import { Uplinks } from '../uplinks/Uplinks.tsx'
import { Watching } from '../uplinks/Watching.tsx'
import { HomeNet } from './HomeNet.tsx'
import { NetworkPorts } from './NetworkPorts.tsx'
import { useLinks } from './useLinks.ts'

/** Where the internet comes from and how well, what is plugged in, and the home's own network. */
export function LinksScreen() {
  usePageTitle(linkTexts.title)
  const { links, error, refetch } = useLinks()
  // Sections that appear one after another would move the layout.
  const isWhole = [
    useQuery(query(wan.status)),
    useQuery(query(wan.outages)),
    useQuery(query(wan.config)),
    useQuery(query(subnet.read)),
    useQuery(query(dyndns.config)),
    useQuery(query(dyndns.status)),
    useMulticast(),
    useRadios(),
  ].every(({ isFetched }) => isFetched)
  return (
    <>
      <ScreenHead title={linkTexts.title} hint={linkTexts.hint} />
      <ResolverNotice />
      {links && isWhole ? (
        <Columns>
          <Column>
            <Uplinks links={links} />
            <Permitted to={operations.configure}>
              <MoreUplinks links={links} />
            </Permitted>
            <Outages />
            <NetworkPorts links={links} />
          </Column>
          <Column>
            <HomeNet />
            <AnnouncementRelay />
            <Watching />
            <Permitted to={dyndns.configure}>
              <DynDnsNames />
            </Permitted>
          </Column>
        </Columns>
      ) : (
        <LoadState title={linkTexts.failed} query={{ error, refetch }} height={640} radius="lg" />
      )}
    </>
  )
}
