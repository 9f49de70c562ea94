import { z } from 'zod'
import type { PhraseJson } from '../../../phrases/phrase.ts'
import type { Obstacle } from './obstacle.ts'
import type { Requests } from './requests.ts'
import { RequestedRight } from './right.ts'

/** The network of a plugin: the only one that its containers are connected to. */
export interface PluginNetwork {
  /** The link in the kernel, such as `plg0`. */
  readonly Bridge: string
  /** A /28, such as `172.30.0.0/28`. Its first address is the router's. */
  readonly Subnet: string
}

/** Limits for all containers of a plugin together. */
export interface PluginLimits {
  /** In cores. */
  readonly CPU: number
  readonly MemoryMiB: number
  readonly PIDs: number
  readonly LogMiB: number
  readonly DiskMiB: number
}

/** Where no others are given. */
export const DEFAULT_PLUGIN_LIMITS: PluginLimits = { CPU: 1, MemoryMiB: 256, PIDs: 256, LogMiB: 10, DiskMiB: 1024 }

/** An entry of the list of compose files that superd runs. */
const AllowedProject = z.object({
  /** Relative to the data directory, such as `plugins/user/sample/docker-compose.yml`. */
  ComposeFile: z.string(),
  /** The plugin, whose own directories are `state/plugins/NAME` and `configs/plugins/NAME`. Empty for a path without a plugin. */
  Name: z.string(),
  /** The requested rights that the owner has confirmed. */
  Rights: z.array(RequestedRight.pick({ Service: true, Text: true, Kind: true })),
})
export type AllowedProject = z.infer<typeof AllowedProject>

/** The file with the list, which the router writes and superd only reads. In version 1 it was the array alone. */
export const ALLOWED = {
  schema: z.object({ Projects: z.array(AllowedProject) }),
  migrations: [(list: unknown) => ({ Projects: list })],
}

export interface StartOptions {
  /** One service; all by default. */
  readonly service?: string
  readonly network?: PluginNetwork
  readonly limits?: PluginLimits
}

/** Where a plugin is downloaded from. */
export interface Repository {
  /** Begins with `https://`. */
  readonly url: string
  /** Also from a server on a private network. */
  readonly allowPrivate: boolean
}

export interface Cloned {
  /** Relative to the data directory. */
  readonly Directory: string
  /** The content of `plugin.json`. */
  readonly Description: unknown
  /** The git commit. */
  readonly Revision: string
  readonly Rights: readonly RequestedRight[]
}

export interface Updated {
  readonly Updated: boolean
  /** The newest git commit, also if it is not installed; empty for a plugin that was not cloned. */
  readonly Revision: string
  /** What the `plugin.json` of that commit requests. */
  readonly Requests: Requests
  /** What that of the version before requests. */
  readonly Before: Requests
  /** The rights that the new version requests. */
  readonly Rights: readonly RequestedRight[]
  /** The new version did not start or did not become healthy, and the old one runs again. */
  readonly RolledBack?: boolean
  /** Why. */
  readonly Reason?: string
  readonly Coded?: PhraseJson
}

/**
 * superd, the process that controls the container engine. Compose files are named by their path relative to the data directory.
 * Methods throw `Unavailable` if superd or the engine is not running, and `Invalid` if superd refuses the call; the message gives
 * the reason.
 */
export interface Superd {
  /** Whether containers can run. `Reason` and `Obstacle` say why not. */
  ready(): Promise<{ readonly Ready: boolean; readonly Reason?: string; readonly Obstacle?: Obstacle | undefined }>
  start(composeFile: string, options?: StartOptions): Promise<void>
  restart(composeFile: string, options?: StartOptions): Promise<void>
  stop(composeFile: string, options?: StartOptions): Promise<void>
  /** Removes the containers and the network. */
  down(composeFile: string): Promise<void>
  /** As `down`, and deletes the directory of the plugin if it is below `plugins/user/`. */
  remove(composeFile: string): Promise<void>
  /**
   * Installs the newest version, unless its compose file requests a right that is not confirmed, or its `plugin.json` requests more
   * than before and the owner has not reviewed this commit.
   */
  update(composeFile: string, reviewed?: string): Promise<Updated>
  /** Clones a git repository to `plugins/user/NAME`, in place of one that is not installed. */
  clone(repository: Repository): Promise<Cloned>
  rights(composeFile: string): Promise<readonly RequestedRight[]>
  /** The state of a container as JSON; undefined if it is not running. */
  ps(composeFile: string, service: string): Promise<string | undefined>
  /** The engine's own list. */
  containers(): Promise<Record<string, unknown>[]>
  /** The engine's own list. */
  networks(): Promise<Record<string, unknown>[]>
}
