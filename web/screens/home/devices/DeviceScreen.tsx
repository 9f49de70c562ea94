import { Outlet, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isPending } from '../../../../router/model/home/devices/device.ts'
import { BackLink } from '../../../parts/layout/BackLink.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { TabLinks } from '../../../parts/layout/TabLinks.tsx'
import { refusedTexts } from '../../../texts/firewall/refused.ts'
import { deviceTexts } from '../../../texts/home/devices/device.ts'
import { texts } from '../../../texts.ts'
import { DeviceIcon } from './DeviceIcon.tsx'
import styles from './DeviceScreen.module.css'
import { PageContext } from './devicePage.ts'
import type { ShownDevice } from './entry.ts'
import { statusWords } from './list/DeviceRow.tsx'
import { useEntries } from './useEntries.ts'

const { tabs } = deviceTexts

export function DeviceScreen() {
  const { identity } = useParams({ from: '/admin/devices/$identity' })
  const { entries, error, refetch } = useEntries()
  const entry = entries?.find((one) => one.identity === identity)
  return (
    <>
      <BackLink to="/admin/devices">{deviceTexts.back}</BackLink>
      {entry ? (
        <Page key={identity} entry={entry} all={entries ?? []} />
      ) : entries ? (
        <Face title={deviceTexts.missing} hint={deviceTexts.missingHint} isAlone>
          <ButtonLink to="/admin/devices" variant="default">
            {deviceTexts.back}
          </ButtonLink>
        </Face>
      ) : (
        <LoadState title={texts.devices.failed} query={{ error, refetch }} isAlone height={360} radius="lg" />
      )}
    </>
  )
}

function Page({ entry, all }: { entry: ShownDevice; all: readonly ShownDevice[] }) {
  const { identity, device, name, status } = entry
  const page = useMemo(() => ({ entry, all }), [entry, all])
  const line = [statusWords[status], device.RecentIP].filter((word) => word !== '')
  return (
    <PageContext value={page}>
      <div className={styles.head}>
        <DeviceIcon entry={entry} />
        <div className={styles.title}>
          <h1>{name}</h1>
          <p>{line.join(' · ')}</p>
        </div>
      </div>
      <TabLinks title={name} label={tabs.label} tabs={isPending(identity) ? [] : tabsOf(identity)} />
      <Outlet />
    </PageContext>
  )
}

const tabsOf = (identity: string) => {
  const params = { identity }
  return [
    { to: '/admin/devices/$identity', params, label: tabs.overview, exact: true },
    { to: '/admin/devices/$identity/reach', params, label: tabs.reach },
    { to: '/admin/devices/$identity/names', params, label: tabs.names },
    { to: '/admin/devices/$identity/traffic', params, label: tabs.traffic },
    { to: '/admin/devices/$identity/refused', params, label: refusedTexts.deviceTab },
    { to: '/admin/devices/$identity/history', params, label: tabs.history },
  ] as const
}
