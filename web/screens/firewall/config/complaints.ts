import type { z } from 'zod'
import { MulticastPort, ServicePort } from '../../../../router/model/firewall/config/config.ts'
import {
  BlockRule,
  CustomInterfaceRule,
  Endpoint,
  ForwardingBlockRule,
  ForwardingRule,
  OutputBlockRule,
} from '../../../../router/model/firewall/config/configrule.ts'
import { phraseIn, sentenceIn } from '../../../../router/phrases/phrase.ts'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'
import { unknownNames } from './place.ts'
import type { FirewallRuleKind, Ruled } from './rule.ts'

const SCHEMAS: { readonly [K in FirewallRuleKind]: z.ZodType } = {
  forward: ForwardingRule,
  endpoint: Endpoint,
  block: BlockRule,
  block_forward: ForwardingBlockRule,
  block_output: OutputBlockRule,
  service_port: ServicePort,
  multicast: MulticastPort,
  custom_interface: CustomInterfaceRule,
}

/** What is wrong with a rule by the contract, by field; nothing when the router can be asked. */
export function complaintsOf({ kind, rule }: Ruled): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const result = SCHEMAS[kind].safeParse(rule)
  for (const { path, message } of result.error?.issues ?? [])
    found[String(path[0])] ??= sentenceIn(texts.complaints, phraseIn(message))
  Object.assign(found, unknownNames({ kind, rule } as Ruled))
  if (kind === 'block' || kind === 'block_forward')
    for (const end of ['SrcIP', 'DstIP'] as const) if (rule[end].trim() === '') found[end] = texts.endMissing
  // For the router an empty text is every port, which is not what an empty field means.
  if (kind === 'forward' && rule.SrcPort.trim() === '') found.SrcPort = texts.portMissing
  if (kind === 'endpoint' && rule.Port.trim() === '') found.Port = texts.portMissing
  if (kind === 'endpoint' && rule.RuleName.trim() === '') found.RuleName = texts.nameMissing
  if (kind === 'endpoint' && rule.Tags.length === 0) found.Tags = texts.tagMissing
  return found
}
