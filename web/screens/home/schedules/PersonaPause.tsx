import { parental } from '../../../../router/model/home/schedules/contract.ts'
import { call } from '../../../client/client.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { PauseButtons } from './InternetPause.tsx'
import { LENGTHS } from './schedule.ts'
import { useRuleChange } from './useSchedules.ts'

interface PersonaPauseProps {
  name: string
  tag: string
  /** The end of the running pause in Unix seconds; 0 for none. */
  until: number
}

/** Pauses the internet of a persona, or its running pause. */
export function PersonaPause({ name, tag, until }: PersonaPauseProps) {
  const pause = useRuleChange((length: { Minutes: number } | { Until: string }) =>
    call(parental.pause, { body: { Tag: tag, ...length } }),
  )
  return (
    <>
      <PauseButtons
        changes={parental.pause}
        who={name}
        until={until}
        isPending={pause.isPending}
        onPause={(length) => pause.mutate(LENGTHS[length])}
        onResume={() => pause.mutate({ Minutes: 0 })}
      />
      <SaveError error={pause.error} />
    </>
  )
}
