import type { ShownAutomation } from '../../../../router/model/messages/automations/contract.ts'
import { automationTexts } from '../../../texts/messages/automations.ts'
import { ago } from '../../home/devices/ago.ts'
import type { Problem } from './ScriptEditor.tsx'
import { startWords } from './startWords.ts'

const texts = automationTexts.list

/** The last run in words. `now` in milliseconds since 1970. */
export function lastRunWords({ Last, OffReason }: ShownAutomation, now: number): { text: string; isBad: boolean } {
  if (OffReason !== '') return { text: offWords(OffReason), isBad: true }
  if (!Last) return { text: texts.never, isBad: false }
  const when = ago(new Date(Last.Time), new Date(now))
  return Last.Ok
    ? { text: texts.ran(when, startWords(Last.StartedBy)), isBad: false }
    : { text: texts.lastFailed(when, lineWords(Last)), isBad: true }
}

/** Why the router has switched an automation off: `10 failed runs in a row: ` and the last error. */
function offWords(reason: string): string {
  const [, count, error = ''] = /^(\d+) failed runs in a row: (.*)$/s.exec(reason) ?? []
  return count === undefined ? reason : texts.off(Number(count), error)
}

/** A message with the line that it is about. */
export const lineWords = ({ Line, Message }: { readonly Line: number; readonly Message: string }): string =>
  Line > 0 ? automationTexts.one.line(Line, Message) : Message

/** Where the router has found an error in a script. */
export function problemIn(error: Error | null): Problem | undefined {
  const [, line, message = ''] = /^Source: line (\d+): (.*)$/s.exec(error?.message ?? '') ?? []
  return line === undefined ? undefined : { line: Number(line), message }
}
