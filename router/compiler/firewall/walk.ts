import { parsePorts } from '../../model/firewall/config/port.ts'
import { containsIp } from '../../values/subnet.ts'
import type { Reason } from '../decision.ts'
import { findElement } from './lookup.ts'
import { CONDITION_CHECKS, FIELD_READERS, type Walk } from './packet.ts'
import type { Expression, PacketField, PacketRule } from './rule.ts'
import { rulesetOf } from './ruleset.ts'
import type { ElementVerdict } from './set.ts'

export interface Verdict {
  readonly kind: 'accept' | 'drop' | 'reject'
  readonly by: Reason | undefined
}

/** Evaluates a chain. Returns the verdict on the packet; undefined at the end of a chain without a policy. */
export function runChain(name: string, walk: Walk, caller?: Reason): Verdict | undefined {
  const chain = rulesetOf(walk.network.frame).chains.get(name)
  for (const rule of chain?.rules ?? []) {
    const { act, by = caller } = evaluate(rule, walk)
    if (!act) continue
    switch (act.kind) {
      case 'jump': {
        const verdict = runChain(act.chain, walk, by)
        if (verdict) return verdict
        continue
      }
      case 'goto':
        return runChain(act.chain, walk, by) ?? policyOf(name, walk)
      case 'return':
        return policyOf(name, walk)
      default:
        return { kind: act.kind, by }
    }
  }
  return policyOf(name, walk)
}

function policyOf(name: string, { network }: Walk): Verdict | undefined {
  const hook = rulesetOf(network.frame).chains.get(name)?.hook
  return hook && { kind: hook.policy, by: undefined }
}

type Act = ElementVerdict | { readonly kind: 'goto'; readonly chain: string } | { readonly kind: 'drop' | 'reject' }

/** Evaluates a rule. The result is empty if an expression does not match or the rule has no verdict. */
function evaluate(rule: PacketRule, walk: Walk): { act?: Act; by?: Reason } {
  let found: Reason | undefined
  let given: Reason | undefined
  let act: Act | undefined
  for (const expression of rule) {
    if (expression.kind === 'because') {
      given = expression.reason
      continue
    }
    const outcome = step(expression, walk)
    if (!outcome) return {}
    found ??= outcome.by
    act ??= outcome.act
  }
  const by = given ?? found
  return { ...(act && { act }), ...(by && { by }) }
}

interface Outcome {
  readonly act?: Act
  readonly by?: Reason | undefined
}
const GOES_ON: Outcome = {}

/** Evaluates one expression. Undefined if it does not match. */
function step(expression: Expression, walk: Walk): Outcome | undefined {
  switch (expression.kind) {
    case 'is':
    case 'within': {
      const value = FIELD_READERS[expression.field](walk)
      if (value === undefined) return undefined
      return matches(expression, value) !== (expression.not ?? false) ? GOES_ON : undefined
    }
    case 'condition':
      if (!CONDITION_CHECKS[expression.condition](walk)) return undefined
      return expression.condition === 'translated' ? { by: walk.translated?.by } : GOES_ON
    case 'in':
      return findElement(expression.set, expression.key, walk)
    case 'verdict of': {
      const element = findElement(expression.map, expression.key, walk)
      const verdict = rulesetOf(walk.network.frame).sets.get(expression.map)?.verdict
      return element && verdict && { act: verdict, by: element.by }
    }
    case 'connection mark':
      walk.mark = (walk.mark & expression.keep) | expression.add
      return GOES_ON
    case 'packet mark':
      walk.packetMark = (walk.mark & expression.copy) | expression.add
      return GOES_ON
    case 'translate': {
      const { to, port, rule } = expression
      const by = rule === undefined ? undefined : ({ kind: 'rule', name: rule } as const)
      return translate(walk, [to, ...(port === undefined ? [] : [`${port}`])], by)
    }
    case 'translate by': {
      const element = findElement(expression.map, expression.key, walk)
      return element?.value && translate(walk, element.value, element.by)
    }
    // The number of packets and connections is unknown for a single packet.
    case 'over rate':
    case 'over byte rate':
    case 'over total rate':
    case 'over count':
      return undefined
    case 'log':
      walk.logged = expression.what
      return GOES_ON
    case 'accept':
    case 'drop':
    case 'return':
      return { act: { kind: expression.kind } }
    case 'reject':
      return { act: { kind: 'reject' } }
    case 'jump':
    case 'goto':
      return { act: { kind: expression.kind, chain: expression.chain } }
    default:
      return GOES_ON
  }
}

function matches(expression: Expression & { kind: 'is' | 'within' }, value: string): boolean {
  return expression.kind === 'is'
    ? expression.values.some((one) => one === value || isInPorts(expression.field, one, value))
    : expression.nets.some((net) => containsIp(net, value))
}

/** Ports may be ranges. */
function isInPorts(field: PacketField, range: string, value: string): boolean {
  const ports = field === 'port' ? parsePorts(range) : undefined
  return ports !== undefined && Number(value) >= ports.first && Number(value) <= ports.last
}

/** Changes the destination and ends a chain of type `nat`. */
function translate(walk: Walk, [ip, port]: readonly string[], by: Reason | undefined): Outcome {
  const { packet } = walk
  walk.packet = {
    ...packet,
    destination: ip ?? packet.destination,
    port: port === undefined ? packet.port : Number(port),
  }
  walk.translated = { by }
  return { act: { kind: 'accept' } }
}
