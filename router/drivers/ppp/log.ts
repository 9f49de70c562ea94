import type { PppState } from '../../features/ppp/ppp.ts'

type State = Pick<PppState, 'state' | 'reason'>

export const CONNECTING = 'connecting to the provider'
const UNANSWERED = 'no answer from the provider'

/** Lines of the log of pppd 2.4.9 and 2.5 that change the state of a session. A group is the reason that the provider gives. */
const LINES: readonly (readonly [RegExp, State['state'], string])[] = [
  [/^Connected to \S+ via interface /, 'connecting', CONNECTING],
  [/^remote IP address /, 'connected', 'connected'],
  [/^(?:CHAP|PAP|EAP) authentication failed(?:: (.*))?$/, 'refused', 'the provider refuses the user name or password'],
  [/^PAD[OS]: (?:Service-Name|System|Generic)-Error: (.*)$/, 'refused', 'the provider refuses the session'],
  [/^Timeout waiting for PAD[OS] packets$/, 'unanswered', UNANSWERED],
  [/^LCP: timeout sending Config-Requests$/, 'unanswered', UNANSWERED],
  [/^No response to PAP authenticate-requests$/, 'unanswered', UNANSWERED],
  [/^No response to \d+ echo-requests$/, 'unanswered', 'the provider no longer answers'],
  [/^LCP terminated by peer(?: \((.*)\))?$/, 'connecting', 'the provider has ended the session'],
]

/** The maximum length of a provider's text. */
const LONGEST_TEXT = 200

/** The state of a session by pppd's log: of the last line that changes it. Undefined for a log without such a line. */
export function stateIn(log: string): State | undefined {
  let found: State | undefined
  for (const line of log.split('\n')) {
    const next = stateOf(line.trim())
    // A provider that refuses a session also ends it.
    const isEndOfRefused = found?.state === 'refused' && line.startsWith('LCP terminated')
    if (next && !isEndOfRefused) found = next
  }
  return found
}

function stateOf(line: string): State | undefined {
  for (const [pattern, state, reason] of LINES) {
    const match = pattern.exec(line)
    if (!match) continue
    const text = match[1]
      ?.replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, LONGEST_TEXT)
    return { state, reason: text ? `${reason}: ${text}` : reason }
  }
  return undefined
}
