import type { Ip } from '../values/ip.ts'
import type { PostOptions } from './posting.ts'

/** A PUT or DELETE request to an address, with a short response. */
export interface RequestOptions extends PostOptions {
  readonly method: 'PUT' | 'DELETE'
}

/** Redirects are not followed. */
export interface Responded {
  readonly status: number
  /** The beginning of the body. */
  readonly text: string
}

/** A key pair for SSH in the formats of OpenSSH. */
export interface SshKeyPair {
  /** `ssh-ed25519 AAAA… sallyport`: a line of authorized_keys(5). */
  readonly publicKey: string
  readonly privateKey: string
}

/** Files to write and delete on an SFTP server, in one connection. */
export interface SftpOptions {
  readonly ip: Ip
  readonly port: number
  readonly user: string
  /** Empty for none. */
  readonly password: string
  /** Empty for none. */
  readonly privateKey: string
  /** `SHA256:…`: the only host key to accept; empty for none, which returns the one of the server before any login. */
  readonly hostKey: string
  /** Relative to the directory of the user, or absolute. It has to exist. */
  readonly folder: string
  /** Written under another name first, and renamed when it is complete. */
  readonly put: { readonly name: string; readonly text: string }
  /** Deleted after the other one was stored, also if they are incomplete. */
  readonly remove: readonly string[]
  readonly timeoutMs: number
}

/**
 * `hostKey`: the server has another host key than the accepted one, and received no login. `login`: the server does not accept the
 * user, password or key. `folder`: the files cannot be written there. `passing`: it may work later.
 */
export type SftpResult =
  | { readonly kind: 'stored'; readonly removed: readonly string[] }
  | { readonly kind: 'hostKey'; readonly hostKey: string }
  | { readonly kind: 'login' | 'folder' | 'passing'; readonly reason: string }
