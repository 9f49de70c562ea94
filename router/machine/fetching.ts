import type { Phrase } from '../phrases/phrase.ts'
import type { Ip } from '../values/ip.ts'

/** The URL, address and link of a download, and its limits. */
export interface DownloadOptions {
  /** `http:` or `https:`. */
  readonly url: string
  readonly ip: Ip
  readonly link: string
  readonly mostBytes: number
  readonly timeoutMs: number
  /** PEM text of certificate authorities that are trusted in addition to the built-in ones. */
  readonly authorities: readonly string[]
}

export interface Downloaded {
  readonly bytes: number
  /** From the response head to the end of the response, or to a limit. */
  readonly ms: number
}

/** The URL, address and file of a fetch, and its limits. */
export interface FetchOptions {
  /** `http:` or `https:`. The server's certificate must match its domain, which is not resolved. */
  readonly url: string
  readonly ip: Ip
  /** The file, compressed with zstd. An existing one is replaced when the response is complete. */
  readonly path: string
  /** The version of the existing file, for a conditional request. RFC 9110, 13. */
  readonly known: FetchedVersion | undefined
  /** Uncompressed. */
  readonly mostBytes: number
  readonly timeoutMs: number
  /** PEM text of certificate authorities that are trusted in addition to the built-in ones. */
  readonly authorities: readonly string[]
  /** Called with each uncompressed chunk. */
  readonly onBytes: (bytes: Uint8Array) => void
  /** Called after the complete response, with its Content-Type: returns a reason to reject it, or undefined. */
  readonly refuse: (type: string | undefined) => Phrase | undefined
}

/** The version of a response: ETag and Last-Modified, unchanged. */
export interface FetchedVersion {
  readonly etag: string | undefined
  readonly modified: string | undefined
}

export type Fetched =
  | ({ readonly kind: 'new'; readonly bytes: number } & FetchedVersion)
  | { readonly kind: 'unchanged' }
  /** A redirect, which is not followed. The URL may be relative. */
  | { readonly kind: 'moved'; readonly to: string }
