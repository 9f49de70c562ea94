import { Button } from '@mantine/core'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { isPauseOf } from '../../../../router/model/firewall/rules/pause.ts'
import type { Operation } from '../../../../router/model/operation.ts'
import { call } from '../../../client/client.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { useNow } from '../../../parts/values/useNow.ts'
import { scheduleTexts } from '../../../texts/home/schedules.ts'
import { Durations } from '../devices/Durations.tsx'
import styles from './Schedules.module.css'
import { LENGTH_NAMES, LENGTHS, type Length, momentWords, remainingWords } from './schedule.ts'
import { usePfwRules, useRuleChange, useZone } from './useSchedules.ts'

const texts = scheduleTexts.pause
const NO_DEVICES = { Devices: [], Groups: [], Tags: [] }

interface InternetPauseProps {
  /** The device, group or tag, for the accessible names. */
  who: string
  /** Exactly the devices, groups or tags that are paused. */
  selected: { readonly Devices?: string[]; readonly Groups?: string[]; readonly Tags?: string[] }
}

/** Pauses the internet of a device, a group or a tag, or its running pause. */
export function InternetPause({ who, selected }: InternetPauseProps) {
  const { data, error } = usePfwRules()
  const pause = data?.find((rule) => isPauseOf(rule, { ...NO_DEVICES, ...selected }))
  const start = useRuleChange((length: Length) => call(pfw.pause, { body: { ...selected, ...LENGTHS[length] } }))
  const resume = useRuleChange((id: string) => call(pfw.remove, { params: { id } }))
  return (
    <>
      <PauseButtons
        changes={pfw.pause}
        who={who}
        until={pause?.Until ?? 0}
        isPending={start.isPending || resume.isPending}
        onPause={(length) => start.mutate(length)}
        onResume={() => pause && resume.mutate(pause.Id)}
      />
      <SaveError error={error ?? start.error ?? resume.error} />
    </>
  )
}

interface PauseButtonsProps {
  /** What the buttons call. */
  changes: Pick<Operation, 'details'>
  who: string
  /** The end of the running pause in Unix seconds; 0 for none. */
  until: number
  isPending: boolean
  onPause: (length: Length) => void
  onResume: () => void
}

/** A button for each length, or what remains of the running pause and a button that ends it. */
export function PauseButtons({ changes, who, until, isPending, onPause, onResume }: PauseButtonsProps) {
  const now = useNow()
  const zone = useZone()
  if (until * 1000 > now)
    return (
      <div className={styles.running} role="status">
        <span>{texts.paused(momentWords(until, now, zone), remainingWords(until, now))}</span>
        <Permitted to={changes}>
          <Button size="compact-sm" aria-label={texts.resumeOf(who)} loading={isPending} onClick={onResume}>
            {texts.resume}
          </Button>
        </Permitted>
      </div>
    )
  return (
    <Permitted to={changes}>
      <div className={styles.running}>
        <span>{texts.none(who)}</span>
        <Durations
          lengths={LENGTH_NAMES}
          labels={texts}
          nameOf={(length) => texts.nameOf(who, length)}
          onChoose={onPause}
          isDisabled={isPending}
        />
      </div>
    </Permitted>
  )
}
