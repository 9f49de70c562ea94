import type { ShownAutomation } from '../../../../router/model/messages/automations/contract.ts'
import type { Code } from '../../../../router/phrases/phrase.ts'
import { Failure } from '../../../client/failure.ts'
import { automationTexts } from '../../../texts/messages/automations.ts'
import { ago } from '../../home/devices/ago.ts'
import type { Problem } from './ScriptEditor.tsx'
import { startWords } from './startWords.ts'

const texts = automationTexts.list

/** The last run in words. `now` in milliseconds since 1970. */
export function lastRunWords(
  { Last, OffReason, OffCoded }: ShownAutomation,
  now: number,
): { text: string; isBad: boolean } {
  if (OffReason !== '') return { text: offWords(OffCoded) ?? OffReason, isBad: true }
  if (!Last) return { text: texts.never, isBad: false }
  const when = ago(new Date(Last.Time), new Date(now))
  return Last.Ok
    ? { text: texts.ran(when, startWords(Last.StartedBy)), isBad: false }
    : { text: texts.lastFailed(when, lineWords(Last)), isBad: true }
}

/** Why the router has switched an automation off: the number of failed runs, and the last error. */
function offWords(coded: ShownAutomation['OffCoded']): string | undefined {
  if (coded?.Code !== ('messages.automationFailedRuns' satisfies Code)) return undefined
  const [count, error] = coded.Values
  return texts.off(Number(count), String(error))
}

/** A message with the line that it is about. */
export const lineWords = ({ Line, Message }: { readonly Line: number; readonly Message: string }): string =>
  Line > 0 ? automationTexts.one.line(Line, Message) : Message

/** Where the router has found an error in a script. */
export function problemIn(error: Error | null): Problem | undefined {
  const coded = error instanceof Failure ? error.coded : undefined
  const isInLine = coded?.Field === 'Source' && coded.Code === ('field.atLine' satisfies Code)
  return isInLine ? { line: Number(coded.Values[0]) } : undefined
}
