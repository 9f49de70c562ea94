import { IconAntenna, IconAntennaOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { system } from '../../../../router/model/machine/system/contract.ts'
import { query } from '../../../client/query.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import { wifiTexts } from '../../../texts/wifi/wifi.ts'
import { channelText, isOnAir, isTrouble, nameOfRadio } from '../../wifi/radiostate/radio.ts'
import { StateWords } from '../../wifi/radiostate/StateWords.tsx'
import { useRadios } from '../../wifi/radiostate/useRadios.ts'
import styles from './List.module.css'

const words = wifiTexts.home

/** The networks of the home and the devices on them. Nothing on a router without wifi. */
export function WifiSection() {
  const { data: features } = useQuery(query(system.features))
  return features?.includes('wifi') && <Card />
}

function Card() {
  const { data } = useRadios()
  const used = data?.filter(({ Ssid, State }) => Ssid !== '' && State !== 'uplink')
  if (!used) return null
  const count = used.reduce((sum, { Stations }) => sum + Stations, 0)
  return (
    <Section
      title={words.title}
      hint={words.devices(count)}
      note={
        <Link to="/admin/wifi" className={styles.more} aria-label={words.moreLabel}>
          {words.more}
        </Link>
      }
    >
      <ul className={styles.list}>
        {used.map((radio) => {
          const Icon = isOnAir(radio) ? IconAntenna : IconAntennaOff
          return (
            <li
              key={radio.Interface}
              className={styles.item}
              data-kind={isOnAir(radio) ? 'back' : isTrouble(radio) ? 'down' : undefined}
            >
              <Icon size={20} stroke={1.6} className={styles.icon} aria-hidden />
              <span className={styles.what}>
                <span className={styles.title}>{nameOfRadio(radio)}</span>
                <span className={styles.note}>
                  {isOnAir(radio) ? channelText(radio) : <StateWords radio={radio} />}
                </span>
              </span>
              {isOnAir(radio) && <span className={styles.when}>{wifiTexts.radios.devices(radio.Stations)}</span>}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
