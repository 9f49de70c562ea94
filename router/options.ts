/** How the router is started. */
export interface RouterOptions {
  readonly uplinks: readonly string[]
  readonly wired: readonly string[]
  readonly wireless: readonly string[]
  /** Where everything remembered is kept. */
  readonly data: string
  readonly port: number
  /** A unix socket for callers at the router itself, such as a port forwarder on the same machine. */
  readonly console?: string | undefined
  readonly webRoot?: string | undefined
  /** PEM text of authorities that upstream resolvers may have their certificates from. */
  readonly authorities: readonly string[]
  readonly version: string
  readonly log: (line: string) => void
}
