import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { dnsBlock } from '../../../router/features/dnsblock/contract.ts'
import { DEFAULT_LIST, EVERYBODY } from '../../../router/features/dnsblock/key.ts'
import { call } from '../../client/client.ts'
import { keyOf } from '../../client/keys.ts'
import { notify, notifyFailure } from '../../parts/shell/notify.tsx'
import { dnsTexts } from '../../texts/dns.ts'
import { type OwnRule, ownRules, ruleReplaced, rulesAgainst, type Verdict } from './own.ts'

const { line: words } = dnsTexts

/** A change made to a verdict, for the notification and for undo. */
interface Done {
  readonly lifted: readonly OwnRule[]
  /** False where there was nothing more to say. */
  readonly isSaid: boolean
  readonly replaced: OwnRule | undefined
  /** Whether it is so now. */
  readonly isSo: boolean
}

const lift = ({ set, Domain, ClientIP }: OwnRule) =>
  call(dnsBlock.liftIn, { params: { list: set }, body: { Domain, ClientIP } })
const putBack = ({ set, isPlain: _, ...rule }: OwnRule) =>
  call(dnsBlock.overrideIn, { params: { list: set }, body: rule })

/** Whether the router’s present answer is the wanted one, and whether it remains so when a pause ends. */
async function outcomeOf({ type, name, client }: Verdict): Promise<{ isSo: boolean; isLasting: boolean }> {
  const query = { name, ...(client !== EVERYBODY && { client }) }
  const { Result, Filtering } = await call(dnsBlock.why, { query })
  return { isSo: (Result === 'blocked') === (type === 'block'), isLasting: Filtering !== 'paused' }
}

/**
 * Makes it so with as few rules as that takes: a rule that says the opposite goes first. Only where that is not enough, or
 * for a time alone, something is said of the name.
 */
async function carryOut(verdict: Verdict): Promise<Done> {
  const rules = ownRules(await call(dnsBlock.config))
  const { type, name, client, seconds = 0 } = verdict
  const lifted = seconds === 0 ? rulesAgainst(rules, verdict) : []
  for (const rule of lifted) await lift(rule)
  if (seconds === 0 && (type === 'permit' || lifted.length > 0)) {
    const { isSo, isLasting } = await outcomeOf(verdict)
    if (isSo && isLasting) return { lifted, isSaid: false, replaced: undefined, isSo }
  }
  // Deleting a temporary rule restores the permanent one that it suspended.
  const left = lifted.length > 0 ? ownRules(await call(dnsBlock.config)) : rules
  await call(dnsBlock.override, { body: { Type: type, Domain: name, ClientIP: client, Expiration: seconds } })
  const replaced = ruleReplaced(left, verdict, DEFAULT_LIST)
  return { lifted, isSaid: true, replaced, isSo: (await outcomeOf(verdict)).isSo }
}

async function undo({ name, client }: Verdict, { lifted, isSaid, replaced }: Done): Promise<void> {
  if (replaced) await putBack(replaced)
  else if (isSaid) await call(dnsBlock.lift, { body: { Domain: name, ClientIP: client } })
  for (const rule of lifted) await putBack(rule)
}

function wordsFor({ type, name }: Verdict, { lifted, isSaid, isSo }: Done, who: string): string {
  if (!isSo) return words.overruled(name, who)
  if (isSaid) return (type === 'permit' ? words.allowed : words.blocked)(name, who)
  if (lifted.length === 0) return words.isOpen(name, who)
  return (type === 'permit' ? words.unblocked : words.disallowed)(name, who)
}

async function say(cache: QueryClient, verdict: Verdict, who: string): Promise<void> {
  const refresh = () =>
    Promise.all([dnsBlock.config, dnsBlock.why].map((one) => cache.invalidateQueries({ queryKey: keyOf(one) })))
  const takeBack = (done: Done) =>
    undo(verdict, done)
      .then(() => notify(words.undone, null), notifyFailure)
      .then(refresh)
  try {
    const done = await carryOut(verdict)
    const isNothing = !done.isSaid && done.lifted.length === 0
    notify(wordsFor(verdict, done, who), isNothing ? undefined : () => void takeBack(done))
  } catch (error) {
    notifyFailure(error as Error)
  }
  await refresh()
}

/** Allows or blocks a domain, shows the result and offers undo. `who` is used inside a sentence. */
export function useVerdict() {
  const cache = useQueryClient()
  // As a mutation, since the changes of several calls are offered to undo together.
  const { mutate } = useMutation({ mutationFn: ([verdict, who]: [Verdict, string]) => say(cache, verdict, who) })
  return useCallback((verdict: Verdict, who: string) => mutate([verdict, who]), [mutate])
}
export type Say = ReturnType<typeof useVerdict>
