import { Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { vpn } from '../../../../router/model/vpn/wireguard/contract.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { vpnTexts } from '../../../texts/vpn/wireguard.ts'
import { Endpoints } from './Endpoints.tsx'
import type { PeerStatus } from './peer.ts'
import { type ServerState, useSwitch } from './useWireGuard.ts'

const texts = vpnTexts.server

interface VpnServerProps {
  server: ServerState
  peers: readonly PeerStatus[]
}

/** Whether the server accepts connections, and where devices connect to. */
export const VpnServer = ({ server, peers }: VpnServerProps) => (
  <>
    <Power server={server} peers={peers} />
    <Endpoints server={server} />
  </>
)

function Power({ server: { isUp, port, publicKey }, peers }: VpnServerProps) {
  const [asked, { open, close }] = useDisclosure(false)
  const power = useSwitch(close)
  const starts = power.isPending && power.variables
  return (
    <Section changes={vpn.up} title={texts.title} note={<SaveNote status={power.status} />}>
      <Switch
        mt="xs"
        size="md"
        label={texts.on}
        description={isUp ? texts.onHint(port) : peers.length === 0 ? texts.unusedHint : texts.offHint}
        checked={isUp || starts}
        disabled={power.isPending}
        onChange={() => (isUp ? open() : power.mutate(true))}
      />
      {!asked && <SaveError error={power.error} />}
      {isUp && (
        <FactList>
          <Fact name={texts.key}>
            <code>{publicKey}</code>
          </Fact>
        </FactList>
      )}
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={texts.offTitle}
        hint={texts.offText(peers.filter(({ Online }) => Online).length)}
        confirm={texts.offConfirm}
        onConfirm={() => power.mutate(false)}
        action={power}
      />
    </Section>
  )
}
