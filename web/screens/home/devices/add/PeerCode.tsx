import { Button } from '@mantine/core'
import { IconCircleCheck, IconDownload, IconHourglass, IconHourglassOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { QRCodeSVG } from 'qrcode.react'
import { fileNameOf } from '../../../../../router/model/vpn/wireguard/peerfile.ts'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { readOut } from '../../../../parts/page/focusHeading.ts'
import { saveFile } from '../../../../parts/values/saveFile.ts'
import { vpnTexts } from '../../../../texts/vpn/wireguard.ts'
import { Advice } from '../../../vpn/wireguard/Advice.tsx'
import { whereWords } from '../../../vpn/wireguard/peer.ts'
import { useNetworks, usePeers, useServer } from '../../../vpn/wireguard/useWireGuard.ts'
import styles from './PassphraseDisplay.module.css'
import code from './PeerCode.module.css'
import type { NewPeer } from './useNewPeer.ts'

const texts = vpnTexts.new

/** The configuration of a new peer as QR code and file, until it has connected. */
export function PeerCode({ made, onAnother }: { made: NewPeer; onAnother: () => void }) {
  const { data = [], dataUpdatedAt } = usePeers()
  const peer = data.find(({ PublicKey }) => PublicKey === made.key)
  const state = peer && peer.LatestHandshake > 0 ? 'connected' : !peer && dataUpdatedAt > made.at ? 'gone' : 'waiting'
  const networks = useNetworks(state === 'connected' && peer ? [peer.Endpoint] : [])
  const Icon = { waiting: IconHourglass, connected: IconCircleCheck, gone: IconHourglassOff }[state]
  const hint = {
    waiting: texts.waitingHint,
    connected: texts.connectedHint(whereWords(peer?.Endpoint ?? '', networks)),
    gone: texts.goneHint,
  }[state]
  return (
    <div className="stack">
      <div className={styles.arrival} data-state={state === 'connected' ? 'joined' : state} role="status">
        <Icon size={32} stroke={1.5} aria-hidden />
        <div className={styles.words}>
          <h1 ref={readOut} tabIndex={-1}>
            {texts[state](made.name)}
          </h1>
          <p>{hint}</p>
        </div>
        <div className={styles.next}>
          {state === 'connected' && (
            <ButtonLink to="/admin/devices/$identity" params={{ identity: made.key }}>
              {texts.open}
            </ButtonLink>
          )}
          <Button variant="default" onClick={onAnother}>
            {texts.another}
          </Button>
        </div>
      </div>
      {state === 'waiting' && <Configuration made={made} />}
    </div>
  )
}

function Configuration({ made: { name, file, endpoint } }: { made: NewPeer }) {
  const { server } = useServer()
  return (
    <Section title={texts.steps}>
      <ol className={code.steps}>
        <li>{texts.install}</li>
        <li>{texts.scan}</li>
        <li>{texts.turnOn}</li>
      </ol>
      <div className={code.code}>
        <QRCodeSVG value={file} title={texts.qrLabel(name)} size={280} marginSize={4} />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.6} />}
          onClick={() => saveFile(new Blob([file], { type: 'text/plain' }), fileNameOf(name))}
        >
          {texts.download}
        </Button>
      </div>
      <p className={code.once}>{texts.once}</p>
      {endpoint === '' && (
        <p className={code.once} role="alert">
          {texts.unnamed}
        </p>
      )}
      {server && !server.isUp && (
        <p className={code.once} role="alert">
          {texts.serverOff}{' '}
          <Link to="/admin/vpn" target="_blank">
            {texts.turnServerOn}
          </Link>
        </p>
      )}
      {server && <Advice endpoint={server.endpoints[0]} port={server.port} />}
    </Section>
  )
}
