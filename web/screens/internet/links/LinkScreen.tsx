import { useParams } from '@tanstack/react-router'
import { BackLink } from '../../../parts/layout/BackLink.tsx'
import { Column, Columns } from '../../../parts/layout/Columns.tsx'
import { FoundOne } from '../../../parts/layout/OnePage.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { linkTexts } from '../../../texts/internet/links.ts'
import { useRadios } from '../../wifi/radiostate/useRadios.ts'
import { UplinkAddressForm } from '../connection/UplinkAddressForm.tsx'
import { WifiUplinkSection } from '../connection/WifiUplinkSection.tsx'
import { Pppoe } from '../ppp/Pppoe.tsx'
import { AboutLink } from './AboutLink.tsx'
import { HardwareAddress } from './HardwareAddress.tsx'
import { HouseholdAddresses } from './HouseholdAddresses.tsx'
import styles from './LinkScreen.module.css'
import { type PhysicalLink, purposeOf } from './link.ts'
import { PortPurpose } from './PortPurpose.tsx'
import { PortEnabled, Trunk } from './Switches.tsx'
import { useLinks } from './useLinks.ts'

const { missing, missingHint } = linkTexts.link
const WORDS = { back: linkTexts.back, failed: linkTexts.failed, missing, missingHint }

/** Everything about one port. */
export function LinkScreen() {
  const { name } = useParams({ from: '/admin/links/$name' })
  usePageTitle(name)
  const { links, error, refetch } = useLinks()
  const link = links?.find((one) => one.name === name)
  return (
    <>
      <BackLink to="/admin/links">{linkTexts.back}</BackLink>
      <FoundOne list="/admin/links" words={WORDS} query={{ data: links, error, refetch }} height={360}>
        {link ? <Page key={name} link={link} /> : null}
      </FoundOne>
    </>
  )
}

function Page({ link }: { link: PhysicalLink }) {
  const { name, config, state } = link
  const isRadio = useRadios().data?.some(({ Interface }) => Interface === name) ?? false
  const isCable = config?.Subtype === 'pppup' || (config?.Type === 'Uplink' && config.Subtype === 'ethernet')
  // The address and the hardware of a session are those of its provider and its port.
  const isSession = config?.Subtype === 'ppp'
  return (
    <>
      <div className={styles.head}>
        <h1>{name}</h1>
        <p>
          {linkTexts.purposes[purposeOf(config)].name} · {linkTexts.ports.states[state]}
        </p>
      </div>
      <Columns>
        <Column>
          <PortPurpose link={link} />
          {isRadio && <WifiUplinkSection name={name} config={config} />}
          {config?.Type === 'Uplink' && !isSession && <UplinkAddressForm config={config} />}
          {config && isCable && <Pppoe config={config} />}
          {config?.Type === 'Downlink' && <HouseholdAddresses config={config} />}
          {config?.Type === 'Downlink' && <Trunk config={config} />}
        </Column>
        <Column>
          <AboutLink link={link} />
          {config && <PortEnabled config={config} />}
          {config && config.Type !== 'Other' && !isSession && <HardwareAddress config={config} />}
        </Column>
      </Columns>
    </>
  )
}
