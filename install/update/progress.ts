import {
  type Loss,
  noUpdate,
  PROGRESS_FILE,
  type UpdateProgress,
} from '../../router/model/machine/releases/progress.ts'
import type { System } from '../system.ts'

/** While it downloads, the bytes are written as often as this. */
const EVERY_MS = 500

export interface Progress {
  /** Begins an update to this release. */
  begin(version: string, before: string, bytes: number): void
  enter(state: UpdateProgress['State']): void
  /** Bytes of the archive that have been received. */
  received(bytes: number): void
  rolledBack(losses: readonly Loss[]): void
  failed(reason: string): void
}

/** Writes how far an update is, for the router and its app. All users can read the file. */
export function openProgress(system: System): Progress {
  let now = noUpdate()
  let writtenAt = 0
  const write = (more: Partial<UpdateProgress>): void => {
    now = { ...now, ...more, Time: Math.floor(Date.now() / 1000) }
    writtenAt = performance.now()
    try {
      system.write(PROGRESS_FILE, JSON.stringify(now))
    } catch {
      // It is only shown: a full file system must not end an update halfway.
    }
  }
  return {
    begin: (Version, Before, TotalBytes) => write({ ...noUpdate(), State: 'downloading', Version, Before, TotalBytes }),
    enter: (State) => write({ State }),
    received(ReceivedBytes) {
      now = { ...now, ReceivedBytes }
      if (performance.now() - writtenAt >= EVERY_MS || ReceivedBytes === now.TotalBytes) write({})
    },
    rolledBack: (losses) => write({ State: 'rolled_back', Losses: [...losses] }),
    failed: (Reason) => write({ State: 'failed', Reason }),
  }
}
