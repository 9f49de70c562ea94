/** An HTTP request to a program on this machine. */
export interface UnixRequest {
  /** The path of its Unix socket. */
  readonly socket: string
  /** The program that owns the directory of the socket is not trusted: a symbolic link is not followed. */
  readonly isUntrusted?: boolean
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Path and query. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  /** A JSON text. */
  readonly body?: string | undefined
  /** Until the whole response has arrived. */
  readonly timeoutMs: number
  /** Longer responses are a failure. */
  readonly mostBytes: number
}

export interface UnixResponse {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>
}
