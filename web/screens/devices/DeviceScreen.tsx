import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { PENDING } from '../../../router/features/devices/device.ts'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { Face, Failed } from '../../parts/Face.tsx'
import { texts } from '../../texts.ts'
import { About } from './About.tsx'
import { DeviceIcon } from './DeviceIcon.tsx'
import { standingWords } from './DeviceRow.tsx'
import styles from './DeviceScreen.module.css'
import { Enabled } from './Enabled.tsx'
import type { Entry } from './entry.ts'
import { Groups } from './Groups.tsx'
import { Name } from './Name.tsx'
import { Policies } from './Policies.tsx'
import { Remove } from './Remove.tsx'
import { Tags } from './Tags.tsx'
import { useEntries } from './useEntries.ts'

export function DeviceScreen() {
  const { identity } = useParams({ from: '/admin/devices/$identity' })
  const { entries, error, refetch } = useEntries()
  const entry = entries?.find((one) => one.identity === identity)
  useDocumentTitle(`${entry?.name ?? texts.devices.title} · ${texts.product}`)
  return (
    <>
      <Link to="/admin/devices" className={styles.back}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden />
        {texts.device.back}
      </Link>
      {entry ? (
        <Page key={identity} entry={entry} all={entries ?? []} />
      ) : entries ? (
        <Face title={texts.device.missing} hint={texts.device.missingHint}>
          <ButtonLink to="/admin/devices" variant="default">
            {texts.device.back}
          </ButtonLink>
        </Face>
      ) : error ? (
        <Failed title={texts.devices.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={360} radius="lg" aria-busy="true" />
      )}
    </>
  )
}

function Page({ entry, all }: { entry: Entry; all: readonly Entry[] }) {
  const { device, name, standing } = entry
  const line = [standingWords[standing], device.RecentIP].filter((word) => word !== '')
  return (
    <>
      <div className={styles.head}>
        <DeviceIcon entry={entry} />
        <div className={styles.title}>
          <h1>{name}</h1>
          <p>{line.join(' · ')}</p>
        </div>
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Policies entry={entry} />
          <Groups entry={entry} all={all} />
          <Tags entry={entry} all={all} />
        </div>
        <div className={styles.column}>
          <Name entry={entry} />
          <About entry={entry} />
          {entry.identity !== PENDING && <Enabled entry={entry} />}
          <Remove entry={entry} />
        </div>
      </div>
    </>
  )
}
