import { Button } from '@mantine/core'
import type { DnsBlockConfig } from '../../../../../router/model/dns/blocklists/contract.ts'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { EVERYBODY } from '../../../../../router/model/dns/blocklists/key.ts'
import { may } from '../../../../client/may.ts'
import { SavedSwitch } from '../../../../parts/forms/SavedSwitch.tsx'
import { SaveError, SaveNote } from '../../../../parts/forms/SaveNote.tsx'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { minuteFormat } from '../../../../parts/values/time.ts'
import { useNow } from '../../../../parts/values/useNow.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { Durations } from '../Durations.tsx'
import styles from './Names.module.css'
import { useExclusion, useFiltering, usePrivacy } from './useFiltering.ts'

const words = deviceTexts.filter
const MINUTES = [10, 60, 480] as const

/** Whether the device is filtered, a pause of the filter, and whether its queries are logged. */
export function DeviceFiltering({ ip }: { ip: string }) {
  const { config, act } = useFiltering(ip)
  const exclusion = useExclusion(ip)
  const privacy = usePrivacy(ip)
  const [latest] = [act, exclusion, privacy.set].toSorted((a, b) => b.submittedAt - a.submittedAt)
  return (
    <Section
      changes={dnsBlock.pause}
      title={words.title}
      hint={words.hint}
      note={latest && <SaveNote status={latest.status} />}
    >
      {config.data ? (
        <>
          <SavedSwitch
            label={words.excluded}
            description={words.excludedHint}
            saved={config.data.ClientIPExclusions.includes(ip)}
            save={exclusion}
          />
          <Pause pauses={config.data.Pauses} ip={ip} onAct={act.mutate} />
        </>
      ) : (
        <LoadState title={words.failed} query={config} height={120} radius="md" />
      )}
      <SavedSwitch
        mt="md"
        label={words.private}
        description={words.privateHint}
        saved={privacy.isPrivate ?? false}
        save={privacy.set}
        disabled={privacy.isPrivate === undefined}
      />
      <SaveError error={latest?.error ?? null} />
    </Section>
  )
}

interface PauseProps {
  pauses: DnsBlockConfig['Pauses']
  ip: string
  onAct: ReturnType<typeof useFiltering>['act']['mutate']
}

function Pause({ pauses, ip, onAct }: PauseProps) {
  const now = useNow()
  const [own, all] = [ip, EVERYBODY].map((who) =>
    pauses.find(({ ClientIP, Until }) => ClientIP === who && Until * 1000 > now),
  )
  if (own)
    return (
      <div className={styles.pause} role="status">
        <p>{words.paused(timeOf(own.Until))}</p>
        <Button size="sm" variant="default" onClick={() => onAct((filter) => filter.resume())}>
          {words.resume}
        </Button>
      </div>
    )
  if (!all && !may(dnsBlock.pause)) return null
  return (
    <div className={styles.pause}>
      <p>{all ? words.pausedForAll(timeOf(all.Until)) : words.pause}</p>
      <Durations
        lengths={MINUTES}
        labels={words.minutes}
        nameOf={words.pauseFor}
        onChoose={(minutes) => onAct((filter) => filter.pause(minutes))}
      />
    </div>
  )
}

const timeOf = (unixSeconds: number): string => minuteFormat.format(unixSeconds * 1000)
