import type { Hook } from './rule.ts'

/**
 * The chains with a hook, in the order in which a packet meets them: what arrives, then what is for the router or is forwarded, then what
 * leaves. Of the chains at a hook, the kernel evaluates those of lower priority first (nft(8)). It reassembles fragments at -400,
 * tracks connections at -200, and applies translations at -100 and 100.
 */
export const HOOKS = {
  /** Whether the address, the link and the MAC of the sender belong together; before fragments of different senders are combined. */
  arrival: { type: 'filter', at: 'prerouting', priority: -450, policy: 'accept' },
  /** How many fragments a sender may have; before they are stored. */
  fragments: { type: 'filter', at: 'prerouting', priority: -425, policy: 'accept' },
  /** With several uplinks: which one a new connection uses. */
  balance: { type: 'filter', at: 'prerouting', priority: -150, policy: 'accept' },
  /** Port forwards, redirected DNS, proxies. */
  dstnat: { type: 'nat', at: 'prerouting', priority: -100, policy: 'accept' },
  /** Which tunnel or plugin a packet uses; by its translated destination. */
  exits: { type: 'filter', at: 'prerouting', priority: -90, policy: 'accept' },

  /** What the router itself receives. */
  input: { type: 'filter', at: 'input', priority: 0, policy: 'drop' },
  /** How many connections a sender may open to the router. Chains of type `nat` see the first packet of each connection only. */
  limit_input: { type: 'nat', at: 'input', priority: 100, policy: 'accept' },
  /** Logs connections to the router; those that exceed the limits were dropped. */
  log_input: { type: 'nat', at: 'input', priority: 101, policy: 'accept' },

  /** Rate limits of the programmable firewall; before packets of open connections are accepted. */
  bandwidth: { type: 'filter', at: 'forward', priority: -10, policy: 'accept' },
  /** Which device reaches which, and the internet. */
  forward: { type: 'filter', at: 'forward', priority: 0, policy: 'drop' },

  /** Answers of the app and the API, which are not tracked. */
  answer_pages: { type: 'filter', at: 'output', priority: -300, policy: 'accept' },
  /** With several uplinks: answers leave by the uplink on which the request was received. */
  answer: { type: 'route', at: 'output', priority: -150, policy: 'accept' },
  /** Blocks of the owner that also hold for the router's own connections. */
  own: { type: 'nat', at: 'output', priority: -100, policy: 'accept' },
  /** What the router itself sends. */
  output: { type: 'filter', at: 'output', priority: 0, policy: 'accept' },

  /** Limits and logs the first packet of a connection that is forwarded, and translates its source. */
  srcnat: { type: 'nat', at: 'postrouting', priority: 100, policy: 'accept' },
} as const satisfies Record<string, Hook>
