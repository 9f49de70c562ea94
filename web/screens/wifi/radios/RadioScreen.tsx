import { useParams } from '@tanstack/react-router'
import { radios } from '../../../../router/model/wifi/radios/contract.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { may } from '../../../client/may.ts'
import { BackLink } from '../../../parts/layout/BackLink.tsx'
import { Column, Columns } from '../../../parts/layout/Columns.tsx'
import { FoundOne } from '../../../parts/layout/OnePage.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import { wifiTexts as texts } from '../../../texts/wifi/wifi.ts'
import { isUnused } from '../radiostate/radio.ts'
import { StateWords } from '../radiostate/StateWords.tsx'
import { useRadios } from '../radiostate/useRadios.ts'
import { AboutRadio } from './AboutRadio.tsx'
import { Channels } from './Channels.tsx'
import { RadioEnabled, Reset } from './RadioEnabled.tsx'
import { RadioForm } from './RadioForm.tsx'
import styles from './RadioScreen.module.css'
import { SetUp } from './SetUp.tsx'

const { missing, missingHint } = radioTexts.radio
const WORDS = { back: texts.back, failed: texts.failed, missing, missingHint }

/** One radio: its settings, and the networks around it. */
export function RadioScreen() {
  const { name } = useParams({ from: '/admin/wifi/$name' })
  usePageTitle(name)
  const { data, error, refetch } = useRadios()
  const radio = data?.find(({ Interface }) => Interface === name)
  return (
    <>
      <BackLink to="/admin/wifi">{texts.back}</BackLink>
      <FoundOne list="/admin/wifi" words={WORDS} query={{ data, error, refetch }} height={480}>
        {radio ? <Page key={name} radio={radio} /> : null}
      </FoundOne>
    </>
  )
}

function Page({ radio }: { radio: WifiRadio }) {
  const { Interface, State } = radio
  const isOurs = State !== 'uplink'
  return (
    <>
      <div className={styles.head}>
        <h1>{Interface}</h1>
        <p role="status">
          <StateWords radio={radio} />
        </p>
      </div>
      <Columns>
        <Column>
          {isUnused(radio) ? (
            <Permitted to={radios.enable}>
              <SetUp radio={radio} />
            </Permitted>
          ) : (
            isOurs && <RadioForm radio={radio} />
          )}
          {State !== 'missing' && may(radios.scan) && <Channels radio={radio} />}
        </Column>
        <Column>
          <AboutRadio radio={radio} />
          {isOurs && !isUnused(radio) && <RadioEnabled radio={radio} />}
          {isOurs && !isUnused(radio) && may(radios.reset) && <Reset radio={radio} />}
        </Column>
      </Columns>
    </>
  )
}
