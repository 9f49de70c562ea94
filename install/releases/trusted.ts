import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Metadata, MetadataKind, type TargetFile } from '@tufjs/models'
import { Updater } from 'tuf-js'
import { isNewer } from '../../router/model/machine/releases/version.ts'
import { RepositoryFetcher } from './fetcher.ts'
import { replaceFile } from './files.ts'
import type { Published } from './publish.ts'

/** A release of a repository, whose description is signed. */
export interface OfferedRelease extends Published {
  readonly path: string
  /** Of its archive, in bytes. */
  readonly length: number
}

export interface TrustedReleases {
  /** The releases of a channel for this processor, the newest first. */
  list(channel: string): readonly OfferedRelease[]
  /**
   * Downloads an archive, and checks its length and its hash. A download that was interrupted before is continued. Throws with the
   * reason.
   */
  download(release: OfferedRelease, to: string, onBytes?: (received: number) => void): Promise<void>
}

interface Options {
  /** The folder of what was trusted before: an older list is refused. */
  readonly folder: string
  /** The first list of keys (`root.json`), which came with the installed release. Later ones are signed by its keys. */
  readonly root: string
  /** The address of the repository: http, https, or a directory. */
  readonly source: string
  readonly arch?: string
}

/**
 * Reads what a repository offers, and checks it by The Update Framework: signatures, rotation of keys, replay, freeze, mix-and-match, lengths.
 * Throws with the reason; what was trusted before stays.
 */
export async function openTrusted({ folder, root, source, arch = process.arch }: Options): Promise<TrustedReleases> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(join(folder, 'root.json'))) replaceFile(join(folder, 'root.json'), readFileSync(root))
  const base = baseOf(source)
  const fetcher = new RepositoryFetcher()
  const updater = new Updater({
    metadataDir: folder,
    metadataBaseUrl: new URL('metadata', base).href,
    targetDir: folder,
    targetBaseUrl: new URL('targets', base).href,
    fetcher,
  })
  await updater.refresh()
  const { targets } = Metadata.fromJSON(
    MetadataKind.Targets,
    JSON.parse(readFileSync(join(folder, 'targets.json'), 'utf8')),
  ).signed
  const offered = Object.values(targets).flatMap((target) => {
    const { channel, version, arch: of, notes = '' } = target.custom as Partial<Published>
    return channel && version && of === arch
      ? [{ channel, version, arch: of, notes, path: target.path, length: target.length }]
      : []
  })
  return {
    list: (channel) =>
      offered.filter((one) => one.channel === channel).sort((a, b) => (isNewer(a.version, b.version) ? -1 : 1)),
    async download({ path }, to, onBytes) {
      const partials = join(folder, 'partial')
      const target = targets[path] as TargetFile
      mkdirSync(partials, { recursive: true })
      // Of another release.
      for (const name of readdirSync(partials)) if (!name.endsWith(basename(path))) rmSync(join(partials, name))
      await fetcher.resuming({ partials, onBytes }, async () => void (await updater.downloadTarget(target, to)))
    },
  }
}

const baseOf = (source: string): URL =>
  new URL(/^https?:/.test(source) ? `${source.replace(/\/$/, '')}/` : `${pathToFileURL(source).href}/`)
