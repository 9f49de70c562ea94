import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import { wifiTexts } from '../../../texts/wifi/wifi.ts'
import { bandText, channelText, isOnAir, isTrouble, isUnused } from '../radiostate/radio.ts'
import { radioFaultWords } from '../radiostate/radioFaultWords.ts'
import { StateWords } from '../radiostate/StateWords.tsx'
import { bandsOf } from './channels.ts'
import styles from './RadioScreen.module.css'

const texts = radioTexts.radio

/** The state of a radio, and what it is. */
export function AboutRadio({ radio }: { radio: WifiRadio }) {
  const { State, Ssid, MAC, Power, Stations, Channels } = radio
  const fault = radioFaultWords(radio)
  const hint = isUnused(radio) ? wifiTexts.unused.hint : wifiTexts.states[State].hint
  return (
    <Section title={texts.about}>
      <p className={styles.state} data-trouble={isTrouble(radio) || undefined}>
        <strong>
          <StateWords radio={radio} />
        </strong>
        {fault && <span>{fault}</span>}
        {hint && <span>{hint}</span>}
      </p>
      <FactList>
        {Ssid && <Fact name={texts.network}>{Ssid}</Fact>}
        {isOnAir(radio) && <Fact name={texts.channel}>{channelText(radio)}</Fact>}
        {Power > 0 && (
          <Fact name={texts.power}>
            {texts.powerOf(new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(Power))}
          </Fact>
        )}
        {isOnAir(radio) && <Fact name={texts.stations}>{Stations}</Fact>}
        {Channels.length > 0 && <Fact name={texts.bands}>{bandsOf(Channels).map(bandText).join(', ')}</Fact>}
        {MAC && (
          <Fact name={texts.mac}>
            <code>{MAC}</code>
          </Fact>
        )}
      </FactList>
    </Section>
  )
}
