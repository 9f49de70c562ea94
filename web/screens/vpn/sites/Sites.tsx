import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { sites } from '../../../../router/model/vpn/sites/contract.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { siteTexts as texts } from '../../../texts/vpn/sites.ts'
import { tunnelFaultWords } from '../tunnels/faultWords.ts'
import styles from '../tunnels/Tunnels.module.css'
import { useSites } from './useSites.ts'

/** Other homes that are connected with this one. */
export function Sites() {
  const { data, error, refetch } = useSites()
  return (
    <Section
      title={texts.title}
      hint={texts.hint}
      note={
        <Permitted to={sites.update}>
          <ButtonLink to="/admin/vpn/site" variant="default" size="compact-md">
            {texts.add}
          </ButtonLink>
        </Permitted>
      }
    >
      {data ? (
        <ul className={styles.list}>
          {data.map(({ Name, State, Fault, Notice, Peer }) => (
            <li key={Name} className={styles.item}>
              <Link to="/admin/vpn/site" search={{ name: Name }} className={styles.row} data-state={State}>
                <strong className={styles.name}>{Name}</strong>
                <span className={styles.state}>{texts.states[State] ?? tunnelFaultWords(Fault)}</span>
                {Peer && <span>{texts.networks(Peer.Networks)}</span>}
                {Notice !== '' && <span>{Notice}</span>}
                <IconChevronRight size={18} stroke={1.6} aria-hidden />
              </Link>
            </li>
          ))}
          {data.length === 0 && <li className={styles.empty}>{texts.empty}</li>}
        </ul>
      ) : (
        <LoadState title={texts.failed} query={{ error, refetch }} height={48} />
      )}
    </Section>
  )
}
