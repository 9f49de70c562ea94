import type { ConnectionNote } from '../../model/internet/connection/connection.ts'
import type { PppState } from '../../model/internet/ppp/ppp.ts'

interface Found {
  readonly state: PppState['state']
  readonly note: ConnectionNote
}

/** Lines of the log of pppd 2.4.9 and 2.5 that change the state of a session. A group is the reason that the provider gives. */
const LINES: readonly (readonly [RegExp, PppState['state'], ConnectionNote['Code']])[] = [
  [/^Connected to \S+ via interface /, 'connecting', 'connecting'],
  [/^remote IP address /, 'connected', 'connected'],
  [/^(?:CHAP|PAP|EAP) authentication failed(?:: (.*))?$/, 'refused', 'login_refused'],
  [/^PAD[OS]: (?:Service-Name|System|Generic)-Error: (.*)$/, 'refused', 'session_refused'],
  [/^Timeout waiting for PAD[OS] packets$/, 'unanswered', 'no_answer'],
  [/^LCP: timeout sending Config-Requests$/, 'unanswered', 'no_answer'],
  [/^No response to PAP authenticate-requests$/, 'unanswered', 'no_answer'],
  [/^No response to \d+ echo-requests$/, 'unanswered', 'no_longer_answers'],
  [/^LCP terminated by peer(?: \((.*)\))?$/, 'connecting', 'session_ended'],
]

/** The maximum length of a provider's text. */
const LONGEST_TEXT = 200

/** The state of a session by pppd's log: of the last line that changes it. Undefined for a log without such a line. */
export function stateIn(log: string): Found | undefined {
  let found: Found | undefined
  for (const line of log.split('\n')) {
    const next = stateOf(line.trim())
    // A provider that refuses a session also ends it.
    const isEndOfRefused = found?.state === 'refused' && line.startsWith('LCP terminated')
    if (next && !isEndOfRefused) found = next
  }
  return found
}

function stateOf(line: string): Found | undefined {
  for (const [pattern, state, Code] of LINES) {
    const match = pattern.exec(line)
    if (!match) continue
    const Text = (match[1] ?? '')
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, LONGEST_TEXT)
    return { state, note: { Code, Text } }
  }
  return undefined
}
