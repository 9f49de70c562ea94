import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link as To, useParams } from '@tanstack/react-router'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { Face, Failed } from '../../parts/Face.tsx'
import { texts } from '../../texts/links.ts'
import { texts as shared } from '../../texts.ts'
import { AboutLink } from './AboutLink.tsx'
import { Enabled } from './Enabled.tsx'
import { HardwareAddress } from './HardwareAddress.tsx'
import { HouseholdAddresses } from './HouseholdAddresses.tsx'
import styles from './LinkScreen.module.css'
import type { Link } from './link.ts'
import { Purpose } from './Purpose.tsx'
import { Trunk } from './Trunk.tsx'
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
      <To to="/admin/links" className={styles.back}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden />
        {texts.back}
      </To>
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
  return (
    <>
      <div className={styles.head}>
        <h1>{name}</h1>
        <p>
          {texts.purposes[config?.Type ?? 'none'].name} · {texts.ports.states[state]}
        </p>
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Purpose link={link} />
          {config?.Type === 'Uplink' && <UplinkAddress config={config} />}
          {config?.Type === 'Downlink' && <HouseholdAddresses config={config} />}
          {config?.Type === 'Downlink' && <Trunk config={config} />}
        </div>
        <div className={styles.column}>
          <AboutLink link={link} />
          {config && <Enabled config={config} />}
          {config && config.Type !== 'Other' && <HardwareAddress config={config} />}
        </div>
      </div>
    </>
  )
}
