import { createReadStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Metadata, MetadataKind, type TargetFile } from '@tufjs/models'
import { BaseFetcher, Updater } from 'tuf-js'
import { DownloadHTTPError } from 'tuf-js/dist/error.js'
import { isNewer } from '../../router/model/machine/releases/version.ts'
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
  /** Downloads an archive, and checks its length and its hash. Throws with the reason. */
  download(release: OfferedRelease, to: string): Promise<void>
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
  const updater = new Updater({
    metadataDir: folder,
    metadataBaseUrl: new URL('metadata', base).href,
    targetDir: folder,
    targetBaseUrl: new URL('targets', base).href,
    fetcher: fetcher(),
  })
  await updater.refresh()
  const { targets } = Metadata.fromJSON(
    MetadataKind.Targets,
    JSON.parse(readFileSync(join(folder, 'targets.json'), 'utf8')),
  ).signed
  const offered = Object.values(targets).flatMap((target) => {
    const { channel, version, arch: of } = target.custom as Partial<Published>
    return channel && version && of === arch
      ? [{ channel, version, arch: of, path: target.path, length: target.length }]
      : []
  })
  return {
    list: (channel) =>
      offered.filter((one) => one.channel === channel).sort((a, b) => (isNewer(a.version, b.version) ? -1 : 1)),
    async download({ path }, to) {
      await updater.downloadTarget(targets[path] as TargetFile, to)
    },
  }
}

const baseOf = (source: string): URL =>
  new URL(/^https?:/.test(source) ? `${source.replace(/\/$/, '')}/` : `${pathToFileURL(source).href}/`)

/** tuf-js recognizes by this error that there is no newer list of keys. */
const notFound = (url: string): Error => new DownloadHTTPError(`${url} does not exist`, 404)

/** A server that sends nothing for so long is given up. A slow line may take as long as it needs. */
const SILENCE_MS = 60_000

/** Reads from a server or a directory. The lengths are checked while it reads. */
function fetcher(): BaseFetcher {
  return new (class extends BaseFetcher {
    override async fetch(url: string): Promise<ReadableStream> {
      if (url.startsWith('file:')) {
        const path = fileURLToPath(url)
        if (!existsSync(path)) throw notFound(url)
        return Readable.toWeb(createReadStream(path)) as ReadableStream
      }
      const silence = new AbortController()
      const timer = setTimeout(() => silence.abort(new Error(`${url}: the server sends nothing`)), SILENCE_MS)
      const response = await fetch(url, { signal: silence.signal })
      if (!response.ok) clearTimeout(timer)
      if (response.status === 404 || response.status === 403) throw notFound(url)
      if (!response.ok || !response.body) throw new Error(`${url}: the server answers ${response.status}`)
      const watch = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          timer.refresh()
          controller.enqueue(chunk)
        },
        flush: () => clearTimeout(timer),
      })
      return response.body.pipeThrough(watch) as ReadableStream
    }
  })()
}
