import { useMutation } from '@tanstack/react-query'
import { alerts } from '../../../../router/model/messages/alerts/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { replace } from '../../../client/replace.ts'
import { notifyFailure, showResult } from '../../../parts/notices/showResult.tsx'
import { alertTexts as words } from '../../../texts/messages/alerts.ts'
import type { HouseholdMember } from '../events/household.ts'

const DAY_S = 86_400

/** Sets and ends mutes of rules, for all devices or for one; `Seconds` 0 ends. */
export function useSetMute() {
  return useMutation({
    mutationFn: (body: { RuleId: string; Device: string; Seconds: number }) => call(alerts.mute, { body }),
    onSuccess: (mutes) => replace(keyOf(alerts.mutes), mutes),
    onError: notifyFailure,
  })
}

/** Mutes a rule for a day, with undo. `title` is the name that the app shows for it. */
export function useMute() {
  const { mutate } = useSetMute()
  return (RuleId: string, title: string, known?: HouseholdMember): void => {
    const Device = known?.identity ?? ''
    mutate(
      { RuleId, Device, Seconds: DAY_S },
      { onSuccess: () => showResult(known ? words.mutedFor(title, known.name) : words.muted(title)) },
    )
  }
}
