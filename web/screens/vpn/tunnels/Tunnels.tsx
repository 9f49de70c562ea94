import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { tunnels } from '../../../../router/model/vpn/tunnels/contract.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { bytesOf } from '../../../parts/values/amount.ts'
import { list } from '../../../texts/list.ts'
import { tunnelTexts as texts } from '../../../texts/vpn/tunnels.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { whereWords } from '../peer.ts'
import { useNetworks } from '../useNetworks.ts'
import { orderWords, usersOf } from './exit.ts'
import { exitStateWords, tunnelFaultWords } from './faultWords.ts'
import styles from './Tunnels.module.css'
import { type ListedExit, type ListedTunnel, useExits, useTunnels } from './useTunnels.ts'

/** The outgoing tunnels, and who uses them. */
export function Tunnels() {
  const { data, error, refetch } = useTunnels()
  const networks = useNetworks(data?.map(({ ResolvedEndpoint }) => ResolvedEndpoint) ?? [])
  return (
    <>
      <Section
        title={texts.title}
        hint={texts.hint}
        note={
          <Permitted to={tunnels.update}>
            <ButtonLink to="/admin/vpn/tunnel" variant="default" size="compact-md">
              {texts.add}
            </ButtonLink>
          </Permitted>
        }
      >
        {data ? (
          <ul className={styles.list}>
            {data.map((tunnel) => (
              <TunnelRow key={tunnel.Name} tunnel={tunnel} networks={networks} />
            ))}
            {data.length === 0 && <li className={styles.empty}>{texts.empty}</li>}
          </ul>
        ) : (
          <LoadState title={texts.failed} query={{ error, refetch }} height={48} />
        )}
      </Section>
      {data && data.length > 0 && <Exits />}
    </>
  )
}

function TunnelRow({ tunnel, networks }: { tunnel: ListedTunnel; networks: ReadonlyMap<string, string> }) {
  const { Name, State, Fault, Peer, ResolvedEndpoint, TransferRx, TransferTx, UsedBy } = tunnel
  const where = whereWords(ResolvedEndpoint, networks) || Peer.Endpoint
  return (
    <li className={styles.item}>
      <Link to="/admin/vpn/tunnel" search={{ name: Name }} className={styles.row} data-state={State}>
        <strong className={styles.name}>{Name}</strong>
        <span className={styles.state}>{texts.states[State] ?? tunnelFaultWords(Fault)}</span>
        {where !== '' && <span>{where}</span>}
        {TransferRx + TransferTx > 0 && <span>{texts.traffic(bytesOf(TransferRx), bytesOf(TransferTx))}</span>}
        <span>{UsedBy.length > 0 ? `${texts.one.usedBy}: ${list(UsedBy)}` : texts.one.noDevices}</span>
        <IconChevronRight size={18} stroke={1.6} aria-hidden />
      </Link>
    </li>
  )
}

function Exits() {
  const { data, error, refetch } = useExits()
  const { entries = [] } = useEntries()
  const words = texts.exits
  return (
    <Section
      title={words.title}
      hint={data?.length === 0 ? words.empty : words.hint}
      note={
        <Permitted to={tunnels.updateExit}>
          <ButtonLink to="/admin/vpn/exit" variant="default" size="compact-md">
            {words.add}
          </ButtonLink>
        </Permitted>
      }
    >
      {data ? (
        <ul className={styles.list}>
          {data.map((exit) => (
            <ExitRow key={exit.Name} exit={exit} users={usersOf(exit, entries)} />
          ))}
        </ul>
      ) : (
        <LoadState title={words.failed} query={{ error, refetch }} height={48} />
      )}
    </Section>
  )
}

export const ExitRow = ({ exit, users }: { exit: ListedExit; users: readonly string[] }) => (
  <li className={styles.item}>
    <Link to="/admin/vpn/exit" search={{ name: exit.Name }} className={styles.row}>
      <strong className={styles.name}>{exit.Name}</strong>
      <span className={styles.state}>{exitStateWords(exit)}</span>
      <span>{users.length > 0 ? list(users) : texts.exits.noDevices}</span>
      <span>
        {texts.exits.traffics[exit.Traffic]} · {orderWords(exit)}
      </span>
      <IconChevronRight size={18} stroke={1.6} aria-hidden />
    </Link>
  </li>
)
