import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'

/** An archive of a release: tar(1), compressed with Zstandard by Node, so that the router needs no program for it. */

/** The most that an archive may unpack to, in bytes: four times a release of today. */
const MOST_BYTES = 1 << 30

/** Writes the folder of a release into an archive. The same files give the same bytes. */
export async function packRelease(folder: string, archive: string): Promise<void> {
  mkdirSync(dirname(archive), { recursive: true })
  const flags = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--format=gnu']
  const tar = spawn('tar', ['--create', ...flags, '--directory', dirname(folder), basename(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const level = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 9 } })
  await Promise.all([pipeline(tar.stdout, level, createWriteStream(archive)), ended(tar, 'tar')])
}

/** Unpacks an archive whose hash has been checked: its only folder becomes `folder`, which must not exist. */
export async function unpackRelease(archive: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const flags = ['--no-same-owner', '--strip-components=1', '--directory', folder]
  const tar = spawn('tar', ['--extract', ...flags], { stdio: ['pipe', 'ignore', 'inherit'] })
  let bytes = 0
  const limit = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > MOST_BYTES) throw new Error('the archive unpacks to more than 1 GiB')
      yield chunk
    }
  }
  // tar has read all, and may end before Node has noted that all was written. Its status decides.
  const piped = pipeline(createReadStream(archive), createZstdDecompress(), limit, tar.stdin).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    },
  )
  await Promise.all([piped, ended(tar, 'tar')])
}

const ended = (child: ReturnType<typeof spawn>, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${name} failed (${code ?? 'by a signal'})`)),
    )
  })
