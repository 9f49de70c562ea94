import type { Frame } from '../../compiler/network.ts'
import type { Chain } from './match.ts'
import { lookUp, nameOf } from './rules.ts'

const PAGE_PORTS = ['80', '443']

/**
 * The router's own pages and API, on its address in the home, need no entry in the table of connections: an owner reaches
 * them when it is full. Each of their packets is held against the rules of `input`, and each answer against these.
 */
export function pageChains({ lanIp, firewall, ruleSets }: Frame): Chain[] {
  const open = PAGE_PORTS.filter((port) =>
    firewall.ServicePorts.some(({ Protocol, Port }) => Protocol === 'tcp' && Port === port),
  )
  if (!lanIp) return []
  const blocks = ruleSets.filter(({ kind }) => kind === 'block')
  const untracked = (match: string): string[] => (open.length > 0 ? [`${match} { ${open.join(', ')} } notrack`] : [])
  return [
    // What is blocked takes the usual way, on which it is dropped.
    {
      name: 'pages',
      rules: [...blocks.map((set) => `${lookUp(set)} @${nameOf(set)} return`), ...untracked('tcp dport')],
    },
    {
      name: 'answer_pages',
      hook: 'filter hook output priority raw; policy accept',
      rules: [`oifname != "lo" ip saddr ${lanIp} tcp sport { ${PAGE_PORTS.join(', ')} } goto page_answers`],
    },
    {
      name: 'page_answers',
      rules: [
        // A reset is how a device is refused, and carries nothing.
        'ip daddr . oifname @api_block tcp flags ! rst drop',
        ...blocks.map((set) => `${reversed(lookUp(set))} @${nameOf(set)} drop`),
        ...untracked('tcp sport'),
      ],
    },
  ]
}

/** The same question about a packet that goes the other way. */
const reversed = (match: string): string =>
  match.replaceAll(/ip ([sd])addr/g, (_, end) => (end === 's' ? 'ip daddr' : 'ip saddr'))
