import { appendFileSync, createReadStream, existsSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { BaseFetcher } from 'tuf-js'
import { DownloadHTTPError } from 'tuf-js/dist/error.js'

/** tuf-js recognizes by this error that there is no newer list of keys. */
const notFound = (url: string): Error => new DownloadHTTPError(`${url} does not exist`, 404)

/** The server could not be reached, or the connection ended too early: what was received is kept for the next attempt. */
class Interrupted extends Error {}

/** A server that sends nothing for so long is given up. A slow line may take as long as it needs. */
const SILENCE_MS = 60_000
/** Attempts in a row in which nothing is received. */
const ATTEMPTS = 5
const PAUSE_MS = 3000

export interface Downloading {
  /** The folder for the part of an archive that has been received. */
  readonly partials: string
  readonly onBytes?: ((received: number) => void) | undefined
  /** Between two attempts; 3 s by default. */
  readonly pauseMs?: number
}

/** The fetcher of a repository: an http or https server, or a directory. Its caller checks lengths and hashes. */
export class RepositoryFetcher extends BaseFetcher {
  #downloading: Downloading | undefined

  /**
   * Carries out `work`, in which archives are downloaded. A download that was interrupted is continued where it ended, also by a later
   * process: the name of an archive contains its hash. What is complete and wrong is deleted.
   */
  async resuming(downloading: Downloading, work: () => Promise<void>): Promise<void> {
    this.#downloading = downloading
    try {
      await work()
      rmSync(downloading.partials, { recursive: true, force: true })
    } catch (error) {
      if (!(error instanceof Interrupted)) rmSync(downloading.partials, { recursive: true, force: true })
      throw error
    } finally {
      this.#downloading = undefined
    }
  }

  override async fetch(url: string): Promise<ReadableStream> {
    if (url.startsWith('file:')) {
      const path = fileURLToPath(url)
      if (!existsSync(path)) throw notFound(url)
      return Readable.toWeb(Readable.from(counted(createReadStream(path), this.#downloading))) as ReadableStream
    }
    if (this.#downloading)
      return Readable.toWeb(
        Readable.from(counted(resumed(url, this.#downloading), this.#downloading)),
      ) as ReadableStream
    const { body } = await request(url)
    return Readable.toWeb(Readable.from(body)) as ReadableStream
  }
}

async function* counted(chunks: AsyncIterable<Uint8Array>, downloading?: Downloading): AsyncGenerator<Uint8Array> {
  let received = 0
  for await (const chunk of chunks) {
    received += chunk.length
    downloading?.onBytes?.(received)
    yield chunk
  }
}

interface Answer {
  /** Whether it begins at the requested byte. */
  readonly continues: boolean
  readonly body: AsyncIterable<Uint8Array>
}

/** Requests an address from a byte on. */
async function request(url: string, from = 0): Promise<Answer> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Error(`${url}: the server sends nothing`)), SILENCE_MS)
  const reached = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      clearTimeout(timer)
      const { message, cause } = error as Error
      throw new Interrupted(`${url}: ${cause instanceof Error ? cause.message : message}`)
    }
  }
  const headers: Record<string, string> = from > 0 ? { Range: `bytes=${from}-` } : {}
  const response = await reached(() => fetch(url, { headers, signal: silence.signal }))
  const { status, body } = response
  // The part that is there is all there is.
  if (status === 416) clearTimeout(timer)
  if (status === 416) return { continues: true, body: Readable.from([]) }
  if (!response.ok || !body) {
    clearTimeout(timer)
    if (status === 404 || status === 403) throw notFound(url)
    if (status >= 500) throw new Interrupted(`${url}: the server answers ${status}`)
    throw new Error(`${url}: the server answers ${status}`)
  }
  return {
    continues: status === 206,
    body: (async function* () {
      const reader = body.getReader()
      try {
        for (;;) {
          const { done, value } = await reached(() => reader.read())
          if (done) return
          timer.refresh()
          yield value
        }
      } finally {
        clearTimeout(timer)
        await reader.cancel().catch(() => undefined)
      }
    })(),
  }
}

/** The bytes at an address, of which a file in `partials` may have the first ones. Throws `Interrupted` after several attempts. */
async function* resumed(url: string, { partials, pauseMs = PAUSE_MS }: Downloading): AsyncGenerator<Uint8Array> {
  const partial = join(partials, basename(new URL(url).pathname))
  let passed = 0
  for (let failures = 0; ; ) {
    try {
      const had = existsSync(partial) ? statSync(partial).size : 0
      const { continues, body } = await request(url, had)
      if (had > 0 && !continues) {
        if (passed > 0) throw new Interrupted(`${url}: the server does not continue a download`)
        rmSync(partial)
      } else if (had > passed) {
        for await (const chunk of createReadStream(partial, { start: passed, end: had - 1 }) as AsyncIterable<Buffer>) {
          passed += chunk.length
          yield chunk
        }
      }
      for await (const chunk of body) {
        appendFileSync(partial, chunk)
        passed += chunk.length
        failures = 0
        yield chunk
      }
      return
    } catch (error) {
      if (!(error instanceof Interrupted) || ++failures >= ATTEMPTS) throw error
      await pause(pauseMs)
    }
  }
}
