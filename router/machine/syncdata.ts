import { open } from 'node:fs/promises'

/** Waits until what was written to a file is on the disk, without blocking the event loop. Rejects with the system's error. */
export async function syncData(path: string): Promise<void> {
  await using file = await open(path)
  await file.datasync()
}
