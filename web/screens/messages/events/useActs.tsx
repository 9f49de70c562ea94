import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { call } from '../../../client/client.ts'
import { may, ownRole } from '../../../client/may.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { isOpenTo } from '../../../parts/navigation/sections.ts'
import { notifyFailure, showResult } from '../../../parts/notices/showResult.tsx'
import { eventTexts } from '../../../texts/messages/events.ts'
import { useSetRule } from '../../dns/blocklists/rules/useSetRule.ts'
import type { Act } from './acts.ts'
import type { HouseholdMember } from './household.ts'
import { LetInDialog } from './LetInDialog.tsx'

const { acts: words } = eventTexts

/** Carries out what the owner decides about events, with a notification and undo. `dialog` has to be rendered once. */
export function useActs() {
  const navigate = useNavigate()
  const setRule = useSetRule()
  const [asked, setAsked] = useState<HouseholdMember>()

  async function disable({ identity, name }: HouseholdMember, isDisabled: boolean): Promise<void> {
    try {
      await call(devices.update, { query: { identity }, body: { DeviceDisabled: isDisabled } })
      showResult((isDisabled ? words.isBlocked : words.isUnblocked)(name))
    } catch (error) {
      notifyFailure(error as Error)
    }
    await readAgain(devices.list)
  }

  const act = (one: Act) => {
    switch (one.kind) {
      case 'letIn':
        return setAsked(one.known)
      case 'shutOut':
        return void disable(one.known, true)
      case 'unblock':
        return void disable(one.known, false)
      case 'open':
        return void navigate({ to: '/admin/devices/$identity', params: { identity: one.known.identity } })
      case 'reach':
        return void navigate({ to: '/admin/devices/$identity/reach', params: { identity: one.known.identity } })
      case 'look':
        return void navigate(one.look)
      default:
        setRule({ type: one.kind, name: one.name, client: one.client }, one.who)
    }
  }
  const dialog = <LetInDialog known={asked} onClose={() => setAsked(undefined)} />
  return { act, dialog }
}

/** The actions that the user may carry out, and links to pages that are open to the user. */
export const permittedActs = (acts: readonly Act[]): Act[] =>
  acts.filter((act) => {
    if (act.kind === 'look') return isOpenTo(ownRole(), String(act.look.to))
    if (act.kind === 'permit' || act.kind === 'block') return may(dnsBlock.override)
    return act.kind === 'open' || act.kind === 'reach' || may(devices.update)
  })

/** The label of an action in a row that has the name of the device. */
export function shortWords(act: Act): string {
  if (act.kind === 'permit' || act.kind === 'block') return words.short[act.kind](act.name)
  return act.kind === 'shutOut' || act.kind === 'unblock' ? words.short[act.kind] : actWords(act)
}

/** The label of an action. */
export function actWords(act: Act): string {
  switch (act.kind) {
    case 'letIn':
      return words.letIn
    case 'look':
      return words.look[act.label]
    case 'reach':
      return words.reach
    case 'permit':
    case 'block':
      return words[act.kind](act.name, act.who)
    default:
      return words[act.kind](act.known.name)
  }
}
