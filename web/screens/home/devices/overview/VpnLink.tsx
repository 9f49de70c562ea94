import { Fact, FactList } from '../../../../parts/layout/FactList.tsx'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { bytesOf } from '../../../../parts/values/amount.ts'
import { vpnTexts } from '../../../../texts/vpn/wireguard.ts'
import { type PeerStatus, whereWords } from '../../../vpn/wireguard/peer.ts'
import { useNetworks, usePeers } from '../../../vpn/wireguard/useWireGuard.ts'
import type { ShownDevice } from '../entry.ts'
import { TimeAgo } from '../TimeAgo.tsx'

const texts = vpnTexts.device

/** The device as a peer of the VPN server. */
export function VpnLink({ entry: { device } }: { entry: ShownDevice }) {
  const { data, error, refetch } = usePeers()
  const peer = data?.find(({ PublicKey }) => PublicKey === device.WGPubKey)
  return (
    <Section title={texts.title} hint={device.MAC === '' ? texts.only : texts.both}>
      {peer ? (
        <State peer={peer} />
      ) : data ? (
        <p>{texts.none}</p>
      ) : (
        <LoadState title={texts.failed} query={{ error, refetch }} height={120} />
      )}
    </Section>
  )
}

function State({ peer: { Online, LatestHandshake, Endpoint, TransferRx, TransferTx } }: { peer: PeerStatus }) {
  const where = whereWords(Endpoint, useNetworks([Endpoint]))
  return (
    <FactList>
      <Fact name={texts.state}>{vpnTexts.states[Online ? 'online' : 'offline']}</Fact>
      <Fact name={texts.handshake}>
        {LatestHandshake === 0 ? texts.never : <TimeAgo at={new Date(LatestHandshake * 1000)} />}
      </Fact>
      {where && <Fact name={texts.endpoint}>{where}</Fact>}
      <Fact name={texts.received}>{bytesOf(TransferTx)}</Fact>
      <Fact name={texts.sent}>{bytesOf(TransferRx)}</Fact>
    </FactList>
  )
}
