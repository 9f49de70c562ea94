import { IconPlus } from '@tabler/icons-react'
import { ButtonLink } from '../../parts/layout/ButtonLink.tsx'
import { Column, Columns } from '../../parts/layout/Columns.tsx'
import { LoadState } from '../../parts/layout/LoadState.tsx'
import { ScreenHead } from '../../parts/layout/ScreenHead.tsx'
import { usePageTitle } from '../../parts/layout/usePageTitle.ts'
import { vpnTexts as texts } from '../../texts/vpn/wireguard.ts'
import { useEntries } from '../home/devices/useEntries.ts'
import { Sites } from './sites/Sites.tsx'
import { Tunnels } from './tunnels/Tunnels.tsx'
import { Peers } from './wireguard/Peers.tsx'
import { usePeers, useServer } from './wireguard/useWireGuard.ts'
import { VpnServer } from './wireguard/VpnServer.tsx'

/** Devices that connect from elsewhere, and the server that they connect to. */
export function VpnScreen() {
  usePageTitle(texts.title)
  const peers = usePeers()
  const devices = useEntries()
  const { server, error, refetch } = useServer()
  const failure = peers.error ?? devices.error ?? error
  return (
    <>
      <ScreenHead title={texts.title} hint={texts.hint}>
        <ButtonLink to="/admin/add-device" search={{ by: 'vpn' }} leftSection={<IconPlus size={18} stroke={2} />}>
          {texts.add}
        </ButtonLink>
      </ScreenHead>
      {peers.data && devices.entries && server ? (
        <Columns>
          <Column>
            <Peers peers={peers.data} entries={devices.entries} server={server} />
            <Sites />
            <Tunnels />
          </Column>
          <Column>
            <VpnServer server={server} peers={peers.data} />
          </Column>
        </Columns>
      ) : (
        <LoadState
          title={texts.failed}
          query={{ error: failure, refetch: () => Promise.all([peers.refetch(), devices.refetch(), refetch()]) }}
          height={480}
          radius="lg"
        />
      )}
    </>
  )
}
