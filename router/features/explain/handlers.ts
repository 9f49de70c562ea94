import { decide } from '../../compiler/decide.ts'
import { type End, endAt, type MemberAt } from '../../compiler/ends.ts'
import type { Network } from '../../compiler/network.ts'
import { Invalid, NotFound } from '../../errors.ts'
import type { Facts } from '../../store/facts.ts'
import { type Ip, isIp } from '../../values/ip.ts'
import { containsIp } from '../../values/subnet.ts'
import { type Device, identityOf, isIdentity } from '../devices/device.ts'
import type { Handlers } from '../operation.ts'
import type { Explanation, explain } from './contract.ts'
import { inWords } from './words.ts'

interface Parts {
  readonly facts: Facts
  readonly network: () => Network
  readonly memberAt: MemberAt
}

/** Somewhere out in the internet: an address for documentation, which nobody has (RFC 5737). */
const ANYWHERE = '198.51.100.1'

export function explainHandlers({ facts, network, memberAt }: Parts): Handlers<typeof explain> {
  /** The address of an end: of a device, of the router towards the other end, or as it is given. */
  const addressOf = (text: string, field: 'from' | 'to', other: string): Ip => {
    if (isIp(text)) return text
    if (text === 'internet') return ANYWHERE
    if (text === 'router') return routerTowards(other)
    const device = deviceOf(text)
    if (!device) throw new NotFound(`${field}: no device is called ${JSON.stringify(text)}`)
    if (!device.RecentIP) throw new Invalid('has no address yet', field)
    return device.RecentIP
  }
  const deviceOf = (text: string): Device | undefined => {
    const identity = identityOf(text)
    if (isIdentity(identity)) return facts.devices.get(identity)
    const name = text.toLowerCase()
    return [...facts.devices.values()].find((device) => device.Name.toLowerCase() === name)
  }
  const routerTowards = (other: string): Ip => {
    const { frame } = network()
    const isOutside = other === 'internet' || (isIp(other) && !frame.nets.some((net) => containsIp(net, other)))
    const uplink = isOutside ? frame.uplinks.find(({ address }) => address)?.address?.split('/')[0] : undefined
    return uplink ?? frame.lanIp
  }

  const nameOf = (end: End): string => {
    if (end.kind === 'device') return facts.devices.get(end.member.identity)?.Name ?? ''
    return end.kind === 'router' ? 'the router' : ''
  }
  const shown = (end: End): string => nameOf(end) || (end.ip === ANYWHERE ? 'the internet' : end.ip)
  const ruleOf = (name: string): Explanation['By']['Rule'] => {
    const [table = '', key] = [name.slice(0, name.indexOf(' ')), name.slice(name.indexOf(' ') + 1)]
    const rows = RULES[table] && facts[RULES[table].rows]
    return (rows?.get(key) as Record<string, unknown> | undefined) ?? null
  }

  return {
    packet({ query: { from, to, proto, port } }) {
      if (proto !== 'icmp' && port === undefined) throw new Invalid('is missing', 'port')
      const now = network()
      const source = addressOf(from, 'from', to)
      const destination = addressOf(to, 'to', from)
      const decision = decide(now, memberAt, { source, destination, protocol: proto, port })
      const [sender, target] = [endAt(now, memberAt, source), endAt(now, memberAt, destination)]
      const { verdict, by, ledTo } = decision
      const led = ledTo && endAt(now, memberAt, ledTo.ip)
      const rule = by.kind === 'rule' ? ruleOf(by.name) : null
      return {
        Passes: verdict === 'accept',
        Verdict: verdict,
        From: { Kind: sender.kind, Name: nameOf(sender), IP: source },
        To: { Kind: target.kind, Name: nameOf(target), IP: destination },
        LedTo: led ? { IP: led.ip, Port: ledTo.port ?? null, Name: nameOf(led) } : null,
        By: { Kind: by.kind, Name: by.name, Rule: rule },
        Text: inWords(decision, {
          from: shown(sender),
          to: shown(target),
          ledTo: led && `${shown(led)}${ledTo.port === undefined ? '' : ` at port ${ledTo.port}`}`,
          rule: ruleInWords(by.name, rule),
        }),
      }
    },
  }
}

const RULES: Readonly<
  Record<
    string,
    { rows: 'blocks' | 'outputBlocks' | 'forwardBlocks' | 'forwards' | 'endpoints' | 'customInterfaces'; says: string }
  >
> = {
  blocks: { rows: 'blocks', says: 'the block' },
  outputBlocks: { rows: 'outputBlocks', says: 'the block of the router' },
  forwardBlocks: { rows: 'forwardBlocks', says: 'the block of what is routed' },
  forwards: { rows: 'forwards', says: 'the port forward' },
  endpoints: { rows: 'endpoints', says: 'the endpoint' },
  customInterfaces: { rows: 'customInterfaces', says: 'the rule for the link' },
}

function ruleInWords(name: string, rule: Explanation['By']['Rule']): string {
  const at = name.indexOf(' ')
  const called = String((rule as { RuleName?: string } | null)?.RuleName ?? '') || name.slice(at + 1)
  return `${RULES[name.slice(0, at)]?.says ?? 'the rule'} ${JSON.stringify(called)}`
}
