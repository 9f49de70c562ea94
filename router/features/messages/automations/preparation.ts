import { FailedAttempt, Invalid, Unavailable } from '../../../errors.ts'
import type { Clock, Machine } from '../../../machine/machine.ts'
import { LIMITS, type Wants } from '../../../model/messages/automations/automation.ts'
import { checkedWants } from '../../../model/messages/automations/wants.ts'
import { phrase, verbatim } from '../../../phrases/phrase.ts'
import { Stripped } from './protocol.ts'
import type { Sandboxes } from './sandboxes.ts'
import { isWithoutSandbox, openScript, reasonOfEnd, type ScriptHost } from './scriptprocess.ts'

/** A script that can run. */
export interface Prepared {
  /** Without types. */
  readonly Script: string
  readonly Wants: Wants
}

interface Deps {
  readonly machine: Pick<Machine, 'interact'>
  readonly clock: Clock
  readonly sandboxes: Sandboxes
}

/** While it starts, a script can call nothing. */
const NO_HOST: ScriptHost = {
  call: () => Promise.reject(new Error('the API can be called in handlers only')),
  log: () => undefined,
  notice: () => undefined,
}

/** Removes the types of a script and starts it once. Throws `Invalid` with the line of an error, and `Unavailable` without a sandbox. */
export async function prepare({ machine, clock, sandboxes }: Deps, source: string): Promise<Prepared> {
  const Script = await withoutTypes({ machine, clock, sandboxes }, source)
  using script = openScript({ machine, clock, command: sandboxes.script(), script: Script, host: NO_HOST })
  try {
    const started = await script.started
    if ('message' in started) throw sourceError(started.message, started.line)
    return { Script, Wants: checkedWants(started) }
  } catch (error) {
    if (!(error instanceof FailedAttempt)) throw error
    if (isWithoutSandbox(error.phrase))
      throw new Unavailable(phrase('messages.automationsUnavailable', error.phrase), { cause: error })
    throw new Invalid(phrase('messages.scriptStartFailed', error.phrase), 'Source', { cause: error })
  }
}

async function withoutTypes({ machine, clock, sandboxes }: Deps, source: string): Promise<string> {
  const { argv, descriptor3 } = sandboxes.stripping()
  let output = ''
  using program = machine.interact(argv, {
    descriptor3,
    mostLineBytes: 8 * LIMITS.sourceBytes,
    mostUnreadBytes: 8 * LIMITS.sourceBytes,
    onLine: (line) => {
      output ||= line
    },
  })
  using _ = clock.after(LIMITS.startMs, () => program[Symbol.dispose]())
  program.send(JSON.stringify(source))
  const end = await program.ended
  if (output === '') {
    const reason = reasonOfEnd(end)
    if (isWithoutSandbox(reason)) throw new Unavailable(phrase('messages.automationsUnavailable', reason))
    throw new Invalid(phrase('messages.scriptNotTypeScript'), 'Source')
  }
  const stripped = Stripped.parse(JSON.parse(output))
  if ('Message' in stripped) throw sourceError(stripped.Message, stripped.Line)
  return stripped.Script
}

const sourceError = (message: string, line: number): Invalid =>
  new Invalid(line > 0 ? phrase('field.atLine', line, message) : verbatim(message), 'Source')
