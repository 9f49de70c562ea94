import { parseArgs } from 'node:util'
import type { OfferedVersion } from '../../router/model/machine/releases/progress.ts'
import { orStop, Stop } from '../conversation.ts'
import { CURRENT } from '../places.ts'
import { openTrusted } from '../releases/trusted.ts'
import type { System } from '../system.ts'
import { sourceOf } from './source.ts'

/**
 * `sallyport offers`: prints the releases of a repository as JSON, the newest first. The router runs it, as its own user: nothing is
 * installed. Throws the reason if the list is not to be trusted.
 */
export async function offers(system: System, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      source: { type: 'string' },
      channel: { type: 'string', default: 'main' },
      trusted: { type: 'string' },
    },
  })
  const source = values.source ?? sourceOf(system)
  if (source === undefined || values.trusted === undefined) throw new Stop('--source and --trusted are needed')
  const options = { folder: values.trusted, root: `${CURRENT}/trust/root.json`, source }
  const releases = await orStop('the list of releases is not used', () => openTrusted(options))
  const offered = releases
    .list(values.channel)
    .map(({ version, length, notes = '' }): OfferedVersion => ({ Version: version, Bytes: length, Notes: notes }))
  process.stdout.write(`${JSON.stringify(offered)}\n`)
}
