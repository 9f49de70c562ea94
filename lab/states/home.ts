import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../router/machine/clock.ts'
import { openDemonstration } from '../demonstration/home.ts'
import type { Owner } from './answers.ts'

/** The password of the saved routers. */
export const PASSWORD = 'correct horse battery'

export interface StateOptions {
  /** The data directory. Its path is short, since unix sockets are created in it. */
  readonly data: string
  /** For a new state: sets the router up on a machine with these links as well, adds devices, and lets them use the network. */
  readonly links?: readonly string[]
  /** How much the router's clock is ahead. */
  readonly aheadMs?: number
}

/** Runs a router on a saved state, on the simulated kernel, until `use` has ended. Returns what it returns. */
export async function withState<T>(
  { data, links, aheadMs = 0 }: StateOptions,
  use: (owner: Owner, lines: readonly string[]) => Promise<T>,
): Promise<T> {
  const lines: string[] = []
  const socket = join(data, 'console')
  await using _home = await openDemonstration({
    data,
    console: socket,
    password: PASSWORD,
    unset: links === undefined,
    quiet: links === undefined,
    links: links ?? [],
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
    onRouterLine: (line) => lines.push(line),
  })
  return await use({ socket, login: `admin:${PASSWORD}` }, lines)
}

/** A folder with a short path, which is deleted when it is disposed. */
export function shortFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'state-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
