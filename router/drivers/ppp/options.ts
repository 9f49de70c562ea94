import type { PppoeSession } from '../../compiler/network.ts'

/** The files of a session. pppd is given their absolute paths. */
export interface PppdFiles {
  readonly log: string
  /** The file that the scripts write. */
  readonly lease: string
  readonly up: string
  readonly down: string
}

/** Seconds until pppd connects again. */
const HOLD_OFF = 5
/** Seconds until the second of three requests for access concentrators; the time doubles with each. RFC 2516 5.1. */
const DISCOVERY_TIMEOUT = 3
/** Seconds between two checks that the provider answers (RFC 1661 5.8), and how many may fail in a row. */
const ECHO_INTERVAL = 5
const ECHO_FAILURES = 4

/**
 * The options file of pppd(8) for a session, with its credentials: on the command line, other users could read them. pppd reads
 * /etc/ppp/options first; what is set here takes precedence. It sets the address of its link, and no route.
 */
export const optionsFile = (
  { link, carrier, username, secret, mtu }: Omit<PppoeSession, 'parent' | 'vlan'>,
  { log, lease, up, down }: PppdFiles,
): string =>
  [
    ['plugin', 'pppoe.so'],
    [`nic-${carrier}`],
    ['pppoe-padi-timeout', DISCOVERY_TIMEOUT],
    ['user', username],
    ['password', secret],
    ['hide-password'],
    ['noauth'],
    ['noipdefault'],
    ['nodefaultroute'],
    ['usepeerdns'],
    ['noipv6'],
    ['novj'],
    ['noccp'],
    ['mtu', mtu],
    ['mru', mtu],
    ['ifname', link],
    ['unit', link.replace(/^ppp/, '')],
    ['persist'],
    ['maxfail', 0],
    ['holdoff', HOLD_OFF],
    ['lcp-echo-interval', ECHO_INTERVAL],
    ['lcp-echo-failure', ECHO_FAILURES],
    ['ip-up-script', up],
    ['ip-down-script', down],
    ['ipparam', lease],
    ['logfile', log],
  ]
    .map((words) => words.map((word) => (typeof word === 'number' ? word : wordText(word))).join(' '))
    .map((line) => `${line}\n`)
    .join('')

/** A word of an options file. In quotes, only the quote and the backslash have a meaning: pppd(8), "Options files". */
const wordText = (word: string): string =>
  /^[A-Za-z0-9._/-]+$/.test(word) ? word : `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
