import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { notifyFailure, showResult } from '../../../parts/notices/showResult.tsx'
import { refusedTexts as texts } from '../../../texts/firewall/refused.ts'
import type { OwnRule } from '../../dns/blocklists/rules/ownRules.ts'
import { useRuleChange } from '../../home/schedules/useSchedules.ts'
import type { FirewallRuleDraft } from '../rules/rule.ts'

/** Adds the rule that allows a connection, with a notification and undo. */
export function useAllow(who: string, place: string, onDone: () => void) {
  const { remove } = useRevoke()
  return useRuleChange(
    (body: FirewallRuleDraft) => call(pfw.add, { body }),
    ({ Id, Until }) => {
      showResult(texts.isAllowed(who, place, Until > 0), () => remove(Id))
      onDone()
    },
  )
}

/** Deletes the rule that allows a connection. */
export function useRevoke() {
  const revoke = useRuleChange((id: string) => call(pfw.remove, { params: { id } }))
  const { mutate } = revoke
  const remove = (id: string) =>
    mutate(id, { onSuccess: () => showResult(texts.isUndone), onError: (error) => notifyFailure(error) })
  return { remove, isPending: revoke.isPending }
}

/** Deletes the override that permits a domain. */
export function useRevokeDomain() {
  const { mutate, isPending } = useAct(
    ({ set, Domain, ClientIP }: OwnRule) =>
      call(dnsBlock.liftIn, { params: { list: set }, body: { Domain, ClientIP, Type: 'permit' } }),
    dnsBlock.config,
    dnsBlock.why,
  )
  const remove = (rule: OwnRule) =>
    mutate(rule, { onSuccess: () => showResult(texts.isUndone), onError: (error) => notifyFailure(error) })
  return { remove, isPending }
}
