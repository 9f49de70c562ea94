import { CommandFailed } from '../errors.ts'
import type { Machine } from './machine.ts'

/** MHz without a channel: a scan of it is refused, and as busy while another one is running. */
const NO_CHANNEL = '1'
const BUSY = /\(-16\)/
const LOOK_MS = 200
/** A scan of all channels takes up to ten seconds. */
const LOOKS = 150

/**
 * Looks for networks on these frequencies in MHz, by default on all that the radio has, and returns what `iw` prints of them. The
 * link has to be up. `iw scan` can wait forever: it subscribes to the end of a scan only after it has begun one (iw 6.9, scan.c).
 * Throws `CommandFailed`, also while the radio scans for another program.
 */
export async function scan(
  { run, clock }: Pick<Machine, 'run' | 'clock'>,
  link: string,
  frequencies: readonly number[] = [],
): Promise<string> {
  const iw = (...words: string[]): Promise<string> => run(['iw', 'dev', link, 'scan', ...words])
  const isBusy = (): Promise<boolean> =>
    iw('trigger', 'freq', NO_CHANNEL).then(
      () => false,
      (error) => error instanceof CommandFailed && BUSY.test(error.stderr),
    )
  const only = frequencies.length > 0 ? ['freq', ...frequencies.map(String)] : []
  await iw('trigger', ...only, 'ap-force')
  for (let look = 0; look < LOOKS && (await isBusy()); look++)
    await new Promise<void>((resolve) => void clock.after(LOOK_MS, resolve))
  return iw('dump')
}
