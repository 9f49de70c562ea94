/** How an interactive program ended. */
export interface InteractionEnd {
  /** Null if a signal ended it. */
  readonly code: number | null
  /** Why it was killed: what it sent or did not read; undefined if this process did not kill it for that. */
  readonly excess: 'line' | 'unread' | undefined
  /** The last 4 KiB of its standard error, or why it could not be started. */
  readonly errors: string
}

/** A program that exchanges lines with this process. Disposing of it kills it with SIGKILL. */
export interface Interaction extends Disposable {
  /** Resolves when the program has ended and its output was read. */
  readonly ended: Promise<InteractionEnd>
  /** Sends a line to its standard input. */
  send(line: string): void
  /** The CPU time of the program and of its children and grandchildren that run now, in milliseconds. */
  cpuMs(): number
}

export interface InteractionOptions {
  /** Called with each line of its standard output; not after it was disposed of. */
  readonly onLine: (line: string) => void
  /** It is killed when it writes a longer line. */
  readonly mostLineBytes: number
  /** It is killed when more than this was sent and not read. */
  readonly mostUnreadBytes: number
  /** What the program can read from descriptor 3. */
  readonly descriptor3: Uint8Array
}
