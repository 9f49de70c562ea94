import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconHourglass, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { links } from '../../../../router/model/internet/links/contract.ts'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { diagnostics } from '../../../../router/model/machine/diagnostics/contract.ts'
import { query } from '../../../client/query.ts'
import { Failed } from '../../../parts/layout/Face.tsx'
import { setupTexts } from '../../../texts/home/setup.ts'
import styles from './Setup.module.css'
import { StepPage } from './StepPage.tsx'
import { UplinkForm } from './UplinkForm.tsx'
import { type SetupUplink, uplinkOf } from './uplink.ts'

const texts = setupTexts.internet
/** Cables are plugged in while the page is open, and providers take their time. */
const LOOK_AGAIN_MS = 1500

function useUplink() {
  const refetchInterval = LOOK_AGAIN_MS
  const configs = useQuery({ ...query(links.configuration), refetchInterval })
  const kernel = useQuery({ ...query(diagnostics.ipAddr), refetchInterval })
  const watched = useQuery({ ...query(wan.status), refetchInterval })
  const uplink = configs.data && kernel.data && watched.data && uplinkOf(configs.data, kernel.data, watched.data)
  const failed = [configs, kernel, watched].find(({ isError, data }) => isError && !data)
  return { uplink, failed }
}

/** Whether the internet is there, seen live; and how the port gets its address where it does not come by itself. */
export function InternetStep({ onDone, onRestore }: { onDone: () => void; onRestore: () => void }) {
  const { uplink, failed } = useUplink()
  const [changes, setChanges] = useState(false)
  const isUp = uplink?.reached === 'up'
  return (
    <StepPage step="internet" title={texts.title} hint={uplink ? texts.hint(uplink.port) : ''}>
      <div className={styles.form}>
        {failed?.error ? (
          <Failed title={texts.failed} error={failed.error} onRetry={() => void failed.refetch()} />
        ) : uplink ? (
          <ConnectionStatus uplink={uplink} />
        ) : (
          <Skeleton height={96} radius="lg" aria-busy="true" />
        )}
        {uplink && changes && <UplinkForm uplink={uplink} onDone={() => setChanges(false)} />}
        <div className={styles.answers}>
          <Button size="md" fullWidth variant={isUp ? 'filled' : 'default'} onClick={onDone}>
            {isUp ? setupTexts.next : texts.skip}
          </Button>
          {uplink && !changes && (
            <Button variant="subtle" fullWidth onClick={() => setChanges(true)}>
              {texts.change}
            </Button>
          )}
          <Button variant="subtle" fullWidth onClick={onRestore}>
            {texts.restore}
          </Button>
        </div>
      </div>
    </StepPage>
  )
}

function ConnectionStatus({ uplink: { reached, address, port, state } }: { uplink: SetupUplink }) {
  const [Icon, title, hint] = {
    up: [IconCircleCheck, texts.up, texts.upHint(address.replace(/\/.*/, ''))],
    silent: [IconHourglass, texts.silent, texts.silentHint],
    noAddress: [IconHourglass, texts.noAddress, state ? `${state}.` : texts.noAddressHint],
    noCable: [IconPlugConnectedX, texts.noCable, texts.noCableHint(port)],
  }[reached] as [typeof IconHourglass, string, string]
  return (
    <div className={styles.status} data-good={reached === 'up' || undefined} role="status">
      <Icon size={28} stroke={1.5} aria-hidden />
      <div>
        <strong>{title}</strong>
        <p>{hint}</p>
      </div>
    </div>
  )
}
