import { z } from 'zod'
import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import type { OfferedVersion } from '../../../model/machine/releases/progress.ts'

const MOST_BYTES = 64 * 1024
const TIMEOUT_MS = 30_000
/** The key of a channel in the answer of the source. */
const CHANNEL_KEYS: Readonly<Record<string, readonly string[]>> = { main: ['main', 'latest'], '-dev': ['-dev', 'dev'] }

/** The newest version of each channel, such as the dist-tags of an npm package. */
const Newest = z.record(z.string(), z.string())

export interface ListDeps extends Pick<Core, 'resolve' | 'authorities'> {
  readonly machine: Pick<Machine, 'fetchText'>
  /** The link that new connections use; undefined while no uplink works. */
  readonly uplink: () => string | undefined
}

/**
 * The newest version of a channel in a list that is not signed, for a router that runs from a checkout: it is only reported. Throws with
 * the reason.
 */
export async function newestInList(
  { machine, uplink, resolve, authorities }: ListDeps,
  { channel, source }: { readonly channel: string; readonly source: string },
): Promise<readonly OfferedVersion[]> {
  const link = uplink()
  if (link === undefined) throw new Error('no uplink works')
  const ip = await resolve(new URL(source).hostname)
  const options = { ip, link, mostBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, authorities }
  const versions = Newest.parse(JSON.parse(await machine.fetchText({ url: source, ...options })))
  const found = (CHANNEL_KEYS[channel] ?? []).map((key) => versions[key]).find((one) => one !== undefined)
  return found === undefined ? [] : [{ Version: found, Bytes: 0, Notes: '' }]
}
