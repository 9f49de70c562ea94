import { tunnels } from '../../../../router/model/vpn/tunnels/contract.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { ResourceList, ResourceRow } from '../../../parts/lists/ResourceList.tsx'
import { bytesOf } from '../../../parts/values/amount.ts'
import { list } from '../../../texts/list.ts'
import { tunnelTexts as texts } from '../../../texts/vpn/tunnels.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { whereWords } from '../wireguard/peer.ts'
import { useNetworks } from '../wireguard/useWireGuard.ts'
import { orderWords, usersOf } from './exit.ts'
import { exitStateWords, tunnelFaultWords } from './faultWords.ts'
import { type ListedExit, type ListedTunnel, useExits, useTunnels } from './useTunnels.ts'

/** The outgoing tunnels, and who uses them. */
export function Tunnels() {
  const reading = useTunnels()
  const { data } = reading
  const networks = useNetworks(data?.map(({ ResolvedEndpoint }) => ResolvedEndpoint) ?? [])
  return (
    <>
      <ResourceList
        title={texts.title}
        hint={texts.hint}
        note={
          <Permitted to={tunnels.update}>
            <ButtonLink to="/admin/vpn/tunnel" variant="default" size="compact-md">
              {texts.add}
            </ButtonLink>
          </Permitted>
        }
        query={reading}
        failed={texts.failed}
        empty={texts.empty}
      >
        {(tunnel) => <TunnelRow key={tunnel.Name} tunnel={tunnel} networks={networks} />}
      </ResourceList>
      {data && data.length > 0 && <Exits />}
    </>
  )
}

function TunnelRow({ tunnel, networks }: { tunnel: ListedTunnel; networks: ReadonlyMap<string, string> }) {
  const { Name, State, Fault, Peer, ResolvedEndpoint, TransferRx, TransferTx, UsedBy } = tunnel
  const where = whereWords(ResolvedEndpoint, networks) || Peer.Endpoint
  const state = texts.states[State] ?? tunnelFaultWords(Fault)
  return (
    <ResourceRow to="/admin/vpn/tunnel" search={{ name: Name }} name={Name} status={state} data-state={State}>
      {where !== '' && <span>{where}</span>}
      {TransferRx + TransferTx > 0 && <span>{texts.traffic(bytesOf(TransferRx), bytesOf(TransferTx))}</span>}
      <span>{UsedBy.length > 0 ? `${texts.one.usedBy}: ${list(UsedBy)}` : texts.one.noDevices}</span>
    </ResourceRow>
  )
}

interface ExitsProps {
  /** Those that use this tunnel. */
  tunnel?: string
}

/** The devices that use tunnels, or one of them. */
export function Exits({ tunnel }: ExitsProps) {
  const { data, error, refetch } = useExits()
  const { entries = [] } = useEntries()
  const words = texts.exits
  const listed = tunnel === undefined ? data : data?.filter(({ Tunnels }) => Tunnels.includes(tunnel))
  const [title, none] = tunnel === undefined ? [words.title, words.empty] : [texts.one.users, texts.one.noUsers]
  return (
    <ResourceList
      title={title}
      hint={listed?.length === 0 ? none : words.hint}
      note={
        <Permitted to={tunnels.updateExit}>
          <ButtonLink to="/admin/vpn/exit" search={{ tunnel }} variant="default" size="compact-md">
            {words.add}
          </ButtonLink>
        </Permitted>
      }
      query={{ data: listed, error, refetch }}
      failed={words.failed}
    >
      {(exit) => <ExitRow key={exit.Name} exit={exit} users={usersOf(exit, entries)} />}
    </ResourceList>
  )
}

const ExitRow = ({ exit, users }: { exit: ListedExit; users: readonly string[] }) => (
  <ResourceRow to="/admin/vpn/exit" search={{ name: exit.Name }} name={exit.Name} status={exitStateWords(exit)}>
    <span>{users.length > 0 ? list(users) : texts.exits.noDevices}</span>
    <span>
      {texts.exits.traffics[exit.Traffic]} · {orderWords(exit)}
    </span>
  </ResourceRow>
)
