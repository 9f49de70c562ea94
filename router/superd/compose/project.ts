import type { RequestedRight } from '../../model/plugins/installed/right.ts'

/** The directories of a plugin, absolute. */
export interface PluginDirectories {
  /** The router's data directory: the variable `SUPERDIR` of compose files. */
  readonly data: string
  /** The directory of the compose file. Relative paths start here; builds and environment files must be in it. */
  readonly project: string
  /** Directories that the plugin may mount without a right, with the one of the compose file. */
  readonly own: readonly string[]
}

/** A path on the router that a compose file uses. It must not lead through symbolic links. */
export interface UsedPath {
  readonly path: string
  readonly line: number
  /** A `mount` that does not exist is created. `build` is a directory, and `dockerfile` and `environment` are files. */
  readonly kind: 'mount' | 'build' | 'dockerfile' | 'environment'
  /** A container may change what is in it. */
  readonly isWritable?: boolean
}

export interface BuildSpec {
  /** Absolute. */
  readonly context: string
  readonly dockerfile?: string
  readonly target?: string
  readonly args?: Readonly<Record<string, string>>
  readonly network?: 'host' | 'none'
}

/** A service of an accepted compose file. */
export interface ComposeService {
  /** The image of a registry, if it is not built. */
  readonly image?: string
  readonly build?: BuildSpec
  /** Connected to the router's network or to none, in place of the network of the plugin. */
  readonly networkMode?: 'host' | 'none'
  /** Other names of the service in the network of the plugin. */
  readonly aliases: readonly string[]
  /** The user ID of its first process; undefined for a name. */
  readonly uid?: number
  /** Other accepted keys, as compose file format 2.4. */
  readonly spec: Readonly<Record<string, unknown>>
}

/** An accepted compose file. It may run if the owner has confirmed all of its rights. */
export interface Project {
  readonly services: ReadonlyMap<string, ComposeService>
  /** Names of volumes that the engine manages. */
  readonly volumes: readonly string[]
  readonly paths: readonly UsedPath[]
  readonly rights: readonly RequestedRight[]
}
