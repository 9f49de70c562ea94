import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import { DEFAULT_LIST, EVERYBODY } from '../../../../../router/model/dns/blocklists/key.ts'
import { call } from '../../../../client/client.ts'
import { readAgain } from '../../../../client/readAgain.ts'
import { notifyFailure, showResult } from '../../../../parts/notices/showResult.tsx'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import { type OwnRule, ownRules, ruleReplaced, rulesAgainst, type WantedRule } from './ownRules.ts'

const { line: words } = dnsTexts

/** What was changed, for the notification and for undo. */
interface Change {
  readonly removed: readonly OwnRule[]
  /** False if no new rule was needed. */
  readonly isAdded: boolean
  readonly replaced: OwnRule | undefined
  /** Whether the router now decides as wanted. */
  readonly isInEffect: boolean
}

const remove = ({ set, Domain, ClientIP }: OwnRule) =>
  call(dnsBlock.liftIn, { params: { list: set }, body: { Domain, ClientIP } })
const restore = ({ set, isPlain: _, ...rule }: OwnRule) =>
  call(dnsBlock.overrideIn, { params: { list: set }, body: rule })

/** Whether the router decides as wanted, and whether it still does when a pause ends. */
async function outcomeOf({ type, name, client }: WantedRule): Promise<{ isInEffect: boolean; isLasting: boolean }> {
  const query = { name, ...(client !== EVERYBODY && { client }) }
  const { Result, Filtering } = await call(dnsBlock.why, { query })
  return { isInEffect: (Result === 'blocked') === (type === 'block'), isLasting: Filtering !== 'paused' }
}

/** Removes rules with the opposite effect. Adds a rule only if that is not enough, or for a limited time. */
async function apply(wanted: WantedRule): Promise<Change> {
  const rules = ownRules(await call(dnsBlock.config))
  const { type, name, client, seconds = 0 } = wanted
  const removed = seconds === 0 ? rulesAgainst(rules, wanted) : []
  for (const rule of removed) await remove(rule)
  if (seconds === 0 && (type === 'permit' || removed.length > 0)) {
    const { isInEffect, isLasting } = await outcomeOf(wanted)
    if (isInEffect && isLasting) return { removed, isAdded: false, replaced: undefined, isInEffect }
  }
  // Deleting a temporary rule restores the permanent one that it suspended.
  const left = removed.length > 0 ? ownRules(await call(dnsBlock.config)) : rules
  await call(dnsBlock.override, { body: { Type: type, Domain: name, ClientIP: client, Expiration: seconds } })
  const replaced = ruleReplaced(left, wanted, DEFAULT_LIST)
  return { removed, isAdded: true, replaced, isInEffect: (await outcomeOf(wanted)).isInEffect }
}

async function undo({ name, client }: WantedRule, { removed, isAdded, replaced }: Change): Promise<void> {
  if (replaced) await restore(replaced)
  else if (isAdded) await call(dnsBlock.lift, { body: { Domain: name, ClientIP: client } })
  for (const rule of removed) await restore(rule)
}

function wordsFor({ type, name }: WantedRule, { removed, isAdded, isInEffect }: Change, who: string): string {
  if (!isInEffect) return words.overruled(name, who)
  if (isAdded) return (type === 'permit' ? words.allowed : words.blocked)(name, who)
  if (removed.length === 0) return words.isOpen(name, who)
  return (type === 'permit' ? words.unblocked : words.disallowed)(name, who)
}

async function change(wanted: WantedRule, who: string): Promise<void> {
  const refresh = () => readAgain(dnsBlock.config, dnsBlock.why)
  const revert = (made: Change) =>
    undo(wanted, made)
      .then(() => showResult(words.undone, null), notifyFailure)
      .then(refresh)
  try {
    const made = await apply(wanted)
    const isUnchanged = !made.isAdded && made.removed.length === 0
    showResult(wordsFor(wanted, made, who), isUnchanged ? undefined : () => void revert(made))
  } catch (error) {
    notifyFailure(error as Error)
  }
  await refresh()
}

/** Allows or blocks a domain, shows the result and offers undo. `who` is used inside a sentence. */
export function useSetRule() {
  // As a mutation, since the changes of several calls are offered to undo together.
  const { mutate } = useMutation({ mutationFn: ([wanted, who]: [WantedRule, string]) => change(wanted, who) })
  return useCallback((wanted: WantedRule, who: string) => mutate([wanted, who]), [mutate])
}
export type SetRule = ReturnType<typeof useSetRule>
