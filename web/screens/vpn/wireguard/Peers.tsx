import { Button } from '@mantine/core'
import { IconBuildingTunnel } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Chips } from '../../../parts/layout/Chips.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import rows from '../../../parts/lists/Rows.module.css'
import { useNow } from '../../../parts/values/useNow.ts'
import { vpnTexts } from '../../../texts/vpn/wireguard.ts'
import { DeviceIcon } from '../../home/devices/DeviceIcon.tsx'
import type { ShownDevice } from '../../home/devices/entry.ts'
import { policyWords } from '../../home/devices/policies.ts'
import { TrafficBothWays } from '../../home/devices/TrafficBothWays.tsx'
import styles from './Peers.module.css'
import { type PeerStatus, peerStateWords, type Remote, remotesOf, whereWords } from './peer.ts'
import { type ServerState, useNetworks } from './useWireGuard.ts'

const texts = vpnTexts.peers
const AT_ONCE = 50

interface PeersProps {
  peers: readonly PeerStatus[]
  entries: readonly ShownDevice[]
  server: ServerState
}

/** The devices that connect through VPN; each links to its page. */
export function Peers({ peers, entries, server: { isUp } }: PeersProps) {
  const [showsAll, setShowsAll] = useState(false)
  const all = remotesOf(peers, entries)
  const shown = all.slice(0, showsAll ? all.length : AT_ONCE)
  const networks = useNetworks(shown.map(({ peer }) => peer.Endpoint))
  if (all.length === 0)
    return (
      <Section title={texts.title}>
        <Face icon={<IconBuildingTunnel size={32} stroke={1.5} />} title={texts.empty} hint={texts.emptyHint}>
          <ButtonLink to="/admin/add-device" search={{ by: 'vpn' }} variant="default">
            {vpnTexts.add}
          </ButtonLink>
        </Face>
      </Section>
    )
  return (
    <Section title={texts.title} hint={texts.hint(all.length, all.filter(({ peer }) => peer.Online).length)}>
      <ul className={rows.list}>
        {shown.map((remote) => (
          <Row key={remote.peer.PublicKey} remote={remote} networks={networks} isUp={isUp} />
        ))}
      </ul>
      {shown.length < all.length && (
        <Button variant="default" size="compact-sm" mt="sm" onClick={() => setShowsAll(true)}>
          {texts.more(all.length)}
        </Button>
      )}
    </Section>
  )
}

interface RowProps {
  remote: Remote
  networks: ReadonlyMap<string, string>
  isUp: boolean
}

function Row({ remote, networks, isUp }: RowProps) {
  const { peer, entry } = remote
  const { Policies, Groups } = entry.device
  const where = whereWords(peer.Endpoint, networks)
  const may = policyWords(Policies)
  return (
    <li className={rows.item}>
      <Link to="/admin/devices/$identity" params={{ identity: entry.identity }} className={styles.peer}>
        <DeviceIcon entry={entry} />
        <strong className={styles.name} title={entry.name}>
          {entry.name}
        </strong>
        <span className={styles.state} data-online={peer.Online || undefined}>
          {peerStateWords(remote, isUp, useNow())}
        </span>
        <span className={styles.where}>{where}</span>
        <span className={styles.traffic}>
          {peer.TransferRx + peer.TransferTx > 0 && (
            <TrafficBothWays received={peer.TransferTx} sent={peer.TransferRx} words={texts.traffic} />
          )}
        </span>
        <span className={styles.may}>
          {may.length + Groups.length > 0 ? (
            <>
              <Chips words={may} kind="policy" />
              <Chips words={Groups} kind="label" />
            </>
          ) : (
            texts.none
          )}
        </span>
      </Link>
    </li>
  )
}
