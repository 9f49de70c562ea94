import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useDocumentTitle } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { BackLink } from '../../../parts/layout/BackLink.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Column, Columns } from '../../../parts/layout/Columns.tsx'
import { Face, Failed } from '../../../parts/layout/Face.tsx'
import { texts } from '../../../texts/internet/links.ts'
import { texts as shared } from '../../../texts.ts'
import { useRadios } from '../../wifi/useRadios.ts'
import { Pppoe } from '../uplinks/Pppoe.tsx'
import { WifiUplink } from '../uplinks/WifiUplink.tsx'
import { AboutLink } from './AboutLink.tsx'
import { HardwareAddress } from './HardwareAddress.tsx'
import { HouseholdAddresses } from './HouseholdAddresses.tsx'
import styles from './LinkScreen.module.css'
import { type Link, purposeOf } from './link.ts'
import { Purpose } from './Purpose.tsx'
import { Enabled, Trunk } from './Switches.tsx'
import { UplinkAddress } from './UplinkAddress.tsx'
import { useLinks } from './useLinks.ts'

/** Everything about one port. */
export function LinkScreen() {
  const { name } = useParams({ from: '/admin/links/$name' })
  useDocumentTitle(`${name} · ${shared.product}`)
  const { links, error, refetch } = useLinks()
  const link = links?.find((one) => one.name === name)
  return (
    <>
      <BackLink to="/admin/links">{texts.back}</BackLink>
      {link ? (
        <Page key={name} link={link} />
      ) : links ? (
        <Face title={texts.link.missing} hint={texts.link.missingHint} isAlone>
          <ButtonLink to="/admin/links" variant="default">
            {texts.back}
          </ButtonLink>
        </Face>
      ) : error ? (
        <Failed title={texts.failed} error={error} isAlone onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={360} radius="lg" aria-busy="true" />
      )}
    </>
  )
}

function Page({ link }: { link: Link }) {
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
          {texts.purposes[purposeOf(config)].name} · {texts.ports.states[state]}
        </p>
      </div>
      <Columns>
        <Column>
          <Purpose link={link} />
          {isRadio && <WifiUplink name={name} config={config} />}
          {config?.Type === 'Uplink' && !isSession && <UplinkAddress config={config} />}
          {config && isCable && <Pppoe config={config} />}
          {config?.Type === 'Downlink' && <HouseholdAddresses config={config} />}
          {config?.Type === 'Downlink' && <Trunk config={config} />}
        </Column>
        <Column>
          <AboutLink link={link} />
          {config && <Enabled config={config} />}
          {config && config.Type !== 'Other' && !isSession && <HardwareAddress config={config} />}
        </Column>
      </Columns>
    </>
  )
}
