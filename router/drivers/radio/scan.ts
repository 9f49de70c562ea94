import type { Machine } from '../../machine/machine.ts'
import { scan } from '../../machine/wifiscan.ts'

/** Sets the link of a radio up: it can scan then. */
export const setLinkUp = ({ run }: Pick<Machine, 'run'>, link: string): Promise<string> =>
  run(['ip', 'link', 'set', link, 'up'])

/** Scans all channels of a radio, and returns what `iw` prints of the networks. The link is up afterwards. Throws `CommandFailed`. */
export async function scanAll(machine: Pick<Machine, 'run' | 'clock'>, link: string): Promise<string> {
  await setLinkUp(machine, link)
  return scan(machine, link)
}
