import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { callWell } from '../contract/call.ts'
import { BASE, engineOf, type LabImage, loadImage } from '../guests/containers.ts'
import type { Router } from '../guests/router.ts'
import { ROOT } from '../process/place.ts'

const made = new Set<string>()

/**
 * A data directory for a router with containers. An overlay file system cannot be on top of another one, where /tmp may be. It is deleted
 * with the home: until that is closed, the engine writes into it.
 */
export function engineData(): string {
  mkdirSync(join(ROOT, '.sallyport'), { recursive: true })
  const data = mkdtempSync(join(ROOT, '.sallyport/home-'))
  made.add(data)
  return data
}

/** Deletes a data directory of a router that has ended, if `engineData` made it. */
export function deleteEngineData(data: string): void {
  if (made.delete(data)) rmSync(data, { recursive: true, force: true })
}

/** Starts the container engine of a router, and loads images that plugins are built from; by default the one with busybox. */
export async function openEngine(
  router: Pick<Router, 'api'>,
  data: string,
  ...images: readonly LabImage[]
): Promise<void> {
  // The first call starts superd.
  await router.api('/plugin/runtime')
  await callWell(join(data, 'state/plugins/superd/socket'), { path: '/docker_info' })
  for (const image of images.length > 0 ? images : [BASE]) await loadImage(engineOf(data), image)
}
