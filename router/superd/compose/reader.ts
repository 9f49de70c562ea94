import type { RequestedRight } from '../../model/plugins/installed/right.ts'
import type { ValueNode } from './document.ts'
import type { BuildSpec, PluginDirectories, UsedPath } from './project.ts'

/** What the readers of keys need. */
export interface ReaderContext {
  readonly directories: PluginDirectories
  /** Names of the volumes of the file. */
  readonly volumes: readonly string[]
  /** Records a right. `text` must say everything that the right permits: the owner confirms this text. */
  request(
    line: number,
    kind: RequestedRight['Kind'],
    text: string,
    reason: string,
    details?: Pick<RequestedRight, 'Secrets'>,
  ): void
  /** Records a path. False if it is outside the own directories of the plugin. */
  use(path: UsedPath): boolean
}

/** A service while its keys are read. */
export interface ServiceDraft {
  image?: string
  build?: BuildSpec
  networkMode?: 'host' | 'none'
  aliases: string[]
  uid?: number
  readonly spec: Record<string, unknown>
  readonly volumes: unknown[]
  readonly tmpfs: string[]
}

/** Reads the value of a key of a service. */
export type Read = (value: ValueNode, draft: ServiceDraft, scope: ReaderContext, line: number) => void

/** Stores a value in the specification of the service, as `read` returns it. */
export const storeValue =
  (key: string, read: (value: ValueNode, key: string) => unknown): Read =>
  (value, { spec }) => {
    spec[key] = read(value, key)
  }
