import { firewall } from '../../../router/features/firewall/contract.ts'
import { call } from '../../client/client.ts'
import { type Kind, keyOf, type Ruled, type Rules } from './rule.ts'

/** Seconds after which a change that is not confirmed is put back; absent for one that holds at once. */
type Confirm = number | undefined
type Calls = { readonly [K in Kind]: (rule: Rules[K], confirm: Confirm) => Promise<unknown> }

const ADD: Calls = {
  forward: (body) => call(firewall.addForward, { body }),
  endpoint: (body) => call(firewall.addEndpoint, { body }),
  block: (body) => call(firewall.addBlock, { body }),
  block_forward: (body) => call(firewall.addBlockForward, { body }),
  block_output: (body) => call(firewall.addBlockOutput, { body }),
  service_port: (body, confirm) => call(firewall.openPort, { body, query: { confirm } }),
  multicast: (body) => call(firewall.openMulticast, { body }),
  custom_interface: (body) => call(firewall.addCustomInterface, { body }),
}
const REMOVE: Calls = {
  forward: (body) => call(firewall.removeForward, { body }),
  endpoint: ({ RuleName }) => call(firewall.removeEndpoint, { body: { RuleName } }),
  block: (body) => call(firewall.removeBlock, { body }),
  block_forward: (body) => call(firewall.removeBlockForward, { body }),
  block_output: (body) => call(firewall.removeBlockOutput, { body }),
  service_port: ({ Protocol, Port }, confirm) =>
    call(firewall.closePort, { body: { Protocol, Port }, query: { confirm } }),
  multicast: ({ Port }) => call(firewall.closeMulticast, { body: { Port } }),
  custom_interface: (body) => call(firewall.removeCustomInterface, { body }),
}

const send = <K extends Kind>(calls: Calls, kind: K, rule: Rules[K], confirm: Confirm) => calls[kind](rule, confirm)
const add = ({ kind, rule }: Ruled, confirm?: Confirm) => send(ADD, kind, rule, confirm)
const remove = ({ kind, rule }: Ruled, confirm?: Confirm) => send(REMOVE, kind, rule, confirm)

/** A rule that comes (`after`), goes (`before`), or takes another's place. */
export interface RuleEdit {
  readonly before: Ruled | undefined
  readonly after: Ruled | undefined
  readonly confirm?: Confirm
}

/** True where the router itself puts a rule in the place of the one that does the same. */
const replaces = (before: Ruled, after: Ruled): boolean =>
  keyOf(before) === keyOf(after) && after.kind !== 'custom_interface'

/**
 * Make an edit. Where the router cannot replace the rule in one call the old one goes first, since the two might not go
 * together; when the new one is refused then, the old one comes back. Rejects with a `Failure`.
 */
export async function makeEdit({ before, after, confirm }: RuleEdit): Promise<void> {
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
