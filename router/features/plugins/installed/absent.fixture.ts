import { Unavailable } from '../../../errors.ts'
import type { Superd } from '../../../model/plugins/installed/superd.ts'
import { verbatim } from '../../../phrases/phrase.ts'

/** superd on a router where containers cannot run, for this reason. */
export function absentSuperd(Reason: string): Superd {
  const refuse = (): never => {
    throw new Unavailable(verbatim(Reason))
  }
  return {
    ready: async () => ({ Ready: false, Reason }),
    start: async () => refuse(),
    restart: async () => refuse(),
    stop: async () => refuse(),
    down: async () => refuse(),
    remove: async () => refuse(),
    update: async () => refuse(),
    clone: async () => refuse(),
    rights: async () => refuse(),
    ps: async () => undefined,
    containers: async () => [],
    networks: async () => [],
  }
}
