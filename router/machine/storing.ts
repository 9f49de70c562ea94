import type { Ip } from '../values/ip.ts'
import type { PostOptions } from './posting.ts'

/** A request to an address. */
export interface RequestOptions extends PostOptions {
  readonly method: 'PUT' | 'DELETE' | 'GET' | 'PROPFIND'
  /** A longer body is cut off; absent: after 16 KiB. */
  readonly mostBytes?: number
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

/** An SFTP server, its folder, and the login. */
export interface SftpPlace {
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
  readonly timeoutMs: number
}

/** Files to write and delete on an SFTP server, in one connection. */
export interface SftpOptions extends SftpPlace {
  /** Written under another name first, and renamed when it is complete. */
  readonly put: { readonly name: string; readonly text: string }
  /** Deleted after the other one was stored, also if they are incomplete. */
  readonly remove: readonly string[]
}

/** A file to read from an SFTP server, or the names in the folder. */
export interface SftpReadOptions extends SftpPlace {
  /** Undefined for the names in the folder. */
  readonly name: string | undefined
  /** Of a file; a longer one is not read. Of names, so many are read. */
  readonly mostBytes: number
}

/**
 * `hostKey`: the server has another host key than the accepted one, and received no login. `login`: the server does not accept the
 * user, password or key. `folder`: a file or folder does not exist, or permits no access. `write`: the server has failed to write the
 * file, mostly because its disk is full; SFTP has no code for that. `passing`: it may work later.
 */
export type SftpFailure =
  | { readonly kind: 'hostKey'; readonly hostKey: string }
  | { readonly kind: 'login' | 'folder' | 'write' | 'passing'; readonly reason: string }

export type SftpResult = { readonly kind: 'stored'; readonly removed: readonly string[] } | SftpFailure

export type SftpRead =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'file'; readonly text: string }
  | SftpFailure
