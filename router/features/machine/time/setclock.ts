import { CommandFailed, Invalid } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { phrase } from '../../../phrases/phrase.ts'

/** Sets the clock of the machine to milliseconds since 1970: date(1). Throws `Invalid` with the reason if that is not possible. */
export async function setClock({ run }: Pick<Machine, 'run'>, ms: number): Promise<void> {
  try {
    await run(['date', '--utc', `--set=@${(ms / 1000).toFixed(3)}`])
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    throw new Invalid(phrase('machine.clockNotSet', error.stderr.trim() || 'date gave no reason'))
  }
}
