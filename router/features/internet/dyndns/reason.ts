import type { ProgramOutcome } from '../../../machine/machine.ts'

/**
 * Why a name was not updated. `account` and `name`: the same request will be refused again, for every name or for this one.
 * `fault`: the provider is to be left alone for a while. `passing`: it may work the next moment.
 */
export interface UpdateFailure {
  readonly kind: 'account' | 'name' | 'fault' | 'passing'
  readonly reason: string
}

const failure =
  (kind: UpdateFailure['kind']) =>
  (reason: string): UpdateFailure => ({ kind, reason })
const account = failure('account')
const name = failure('name')
const fault = failure('fault')
export const passing = failure('passing')

const LOGIN = account('the provider refused the user name, password or token')
const NAME = name('the provider has no such name in this account')
const BUSY = fault('the provider received too many requests')

/** ddclient's messages, and the words of the protocol dyndns2 in them, with their meaning. The first that matches applies. */
const MESSAGES: readonly (readonly [RegExp, UpdateFailure])[] = [
  [/certificate verify failed|hostname verification failed/i, passing('the certificate of the provider is not valid')],
  [/\bbadauth\b|authorization failed|login or password option|\b!donator\b/i, LOGIN],
  [/\bnohost\b|!yours|\bnotfqdn\b|\bnumhost\b|No zone ID|No 'A' record|not found at/i, NAME],
  [/Server said: 'KO'/, account('the provider refused the token or the name')],
  [/\babuse\b/i, name('the provider has blocked the name for abuse')],
  [/\b(911|dnserr|badsys|badagent)\b/i, fault('the provider has a fault')],
  [/: wait \d+/i, BUSY],
  [/skipping host|Invalid Value for keyword/i, account('ddclient does not accept the settings')],
]

/**
 * Why ddclient did not update the name; undefined if it did. ddclient's exit status is 0 for some failures: only its messages
 * are reliable. Its output contains secrets and text of the provider, so nothing of it is part of the reason.
 */
export function failureIn({ code, output }: ProgramOutcome): UpdateFailure | undefined {
  const messages = output
    .split('\n')
    .filter((line) => /^(SUCCESS|WARNING|FAILED|FATAL):/.test(line))
    // ddclient quotes the first line of an answer: words of a page are not words of the protocol.
    .map((line) => line.replace(/<.*/, ''))
  if (messages.some((line) => line.startsWith('SUCCESS:') || /\bnochg\b/.test(line))) return undefined
  const installation = installationFailure(code, output)
  if (installation) return installation
  for (const [pattern, meaning] of MESSAGES) if (messages.some((line) => pattern.test(line))) return meaning
  const status = [...output.matchAll(/^RECEIVE:.*?\bHTTP\/[\d.]+ +(\d{3})/gm)].at(-1)?.[1]
  if (status !== undefined) return failureOf(status, isPage(output))
  return passing(
    code === 137 || code === null ? 'the provider did not answer in time' : 'the provider cannot be reached',
  )
}

/**
 * For the last HTTP status, if ddclient does not explain it. What is not a refusal in the words of the protocol, such as the page of
 * a portal or of a service that protects the provider, may be another answer the next time: it is a fault, and is tried again.
 */
function failureOf(status: string, page: boolean): UpdateFailure {
  if (status === '401') return LOGIN
  if (status === '429') return BUSY
  if (status.startsWith('5')) return fault(`the provider has a fault (HTTP ${status})`)
  if (page) return fault(`the provider answered with a web page (HTTP ${status})`)
  if (status === '403') return LOGIN
  if (status === '404') return NAME
  return fault(`the answer of the provider cannot be understood (HTTP ${status})`)
}

/** Whether the provider sent HTML, by the header or the first tag. */
const isPage = (output: string): boolean =>
  /^RECEIVE:\s+(?:Content-Type:\s*(?:text\/html|application\/xhtml)|<(?:!doctype\s+html|html|head|body)\b)/im.test(
    output,
  )

function installationFailure(code: ProgramOutcome['code'], output: string): UpdateFailure | undefined {
  if (code === undefined) return passing('bwrap cannot be started (Debian package bubblewrap)')
  if (/^bwrap: /m.test(output)) return passing('the sandbox of ddclient cannot be opened')
  if (code === 127 || code === 126) return passing('ddclient is not installed (Debian package ddclient)')
  if (/perl module IO::Socket::SSL/i.test(output))
    return passing('ddclient cannot use TLS (Debian package libio-socket-ssl-perl)')
  return undefined
}
