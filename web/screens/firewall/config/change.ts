import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import type { Call } from '../../../client/call.ts'
import { type FirewallRuleByKind, type FirewallRuleKind, keyOfFirewallRule, type Ruled } from './rule.ts'

/** Seconds after which a change that is not confirmed is reverted; undefined for one that needs no confirmation. */
type Confirm = number | undefined
type Calls = {
  readonly [K in FirewallRuleKind]: (call: Call, rule: FirewallRuleByKind[K], confirm: Confirm) => Promise<unknown>
}

const ADD: Calls = {
  forward: (call, body) => call(firewall.addForward, { body }),
  endpoint: (call, body) => call(firewall.addEndpoint, { body }),
  block: (call, body) => call(firewall.addBlock, { body }),
  block_forward: (call, body) => call(firewall.addBlockForward, { body }),
  block_output: (call, body) => call(firewall.addBlockOutput, { body }),
  service_port: (call, body, confirm) => call(firewall.openPort, { body, query: { confirm } }),
  multicast: (call, body) => call(firewall.openMulticast, { body }),
  custom_interface: (call, body) => call(firewall.addCustomInterface, { body }),
}
const REMOVE: Calls = {
  forward: (call, body) => call(firewall.removeForward, { body }),
  endpoint: (call, { RuleName }) => call(firewall.removeEndpoint, { body: { RuleName } }),
  block: (call, body) => call(firewall.removeBlock, { body }),
  block_forward: (call, body) => call(firewall.removeBlockForward, { body }),
  block_output: (call, body) => call(firewall.removeBlockOutput, { body }),
  service_port: (call, { Protocol, Port }, confirm) =>
    call(firewall.closePort, { body: { Protocol, Port }, query: { confirm } }),
  multicast: (call, { Port }) => call(firewall.closeMulticast, { body: { Port } }),
  custom_interface: (call, body) => call(firewall.removeCustomInterface, { body }),
}

const send = <K extends FirewallRuleKind>(
  calls: Calls,
  call: Call,
  kind: K,
  rule: FirewallRuleByKind[K],
  confirm: Confirm,
) => calls[kind](call, rule, confirm)

/** A rule that comes (`after`), goes (`before`), or takes another's place. */
export interface RuleEdit {
  readonly before: Ruled | undefined
  readonly after: Ruled | undefined
  readonly confirm?: Confirm
}

/** True where the router itself puts a rule in the place of the one that does the same. */
const replaces = (before: Ruled, after: Ruled): boolean =>
  keyOfFirewallRule(before) === keyOfFirewallRule(after) && after.kind !== 'custom_interface'

/**
 * Make an edit. Where the router cannot replace the rule in one call the old one goes first, since the two might not go
 * together; when the new one is refused then, the old one comes back. Rejects with a `Failure`.
 */
export async function makeEdit(call: Call, { before, after, confirm }: RuleEdit): Promise<void> {
  const add = ({ kind, rule }: Ruled, confirm?: Confirm) => send(ADD, call, kind, rule, confirm)
  const remove = ({ kind, rule }: Ruled, confirm?: Confirm) => send(REMOVE, call, kind, rule, confirm)
  if (!after) {
    if (before) await remove(before, confirm)
    return
  }
  if (!before || replaces(before, after)) {
    await add(after, confirm)
    return
  }
  await remove(before, confirm)
  try {
    await add(after, confirm)
  } catch (error) {
    await add(before)
    throw error
  }
}
