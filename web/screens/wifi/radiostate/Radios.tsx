import { IconAntenna, IconAntennaOff, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import rows from '../../../parts/lists/Rows.module.css'
import { wifiTexts } from '../../../texts/wifi/wifi.ts'
import styles from './Radios.module.css'
import { channelText, isOnAir, isTrouble } from './radio.ts'
import { radioFaultWords } from './radioFaultWords.ts'
import { StateWords } from './StateWords.tsx'

const texts = wifiTexts.radios

/** The radios with their state; each leads to its page. */
export const Radios = ({ radios }: { radios: readonly WifiRadio[] }) => (
  <Section title={texts.title} hint={texts.hint}>
    <ul className={rows.list}>
      {radios.map((radio) => (
        <Row key={radio.Interface} radio={radio} />
      ))}
    </ul>
  </Section>
)

function Row({ radio }: { radio: WifiRadio }) {
  const { Interface, Ssid, Stations } = radio
  const fault = radioFaultWords(radio)
  const Icon = isOnAir(radio) ? IconAntenna : IconAntennaOff
  return (
    <li className={rows.item}>
      <Link
        to="/admin/wifi/$name"
        params={{ name: Interface }}
        className={styles.radio}
        data-on={isOnAir(radio)}
        data-trouble={isTrouble(radio) || undefined}
      >
        <Icon size={22} stroke={1.5} aria-hidden />
        <span className={styles.name}>
          {Ssid && <strong>{Ssid}</strong>}
          <code>{Interface}</code>
        </span>
        <span className={styles.state}>
          <StateWords radio={radio} />
        </span>
        <span className={styles.place}>
          <span>{channelText(radio)}</span>
          {isOnAir(radio) && <span>{texts.devices(Stations)}</span>}
        </span>
        <IconChevronRight size={18} stroke={1.6} aria-hidden />
        {fault && <span className={styles.reason}>{fault}</span>}
      </Link>
    </li>
  )
}
