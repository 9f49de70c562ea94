import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { callWell } from '../contract/call.ts'
import { BASE, engineOf, type LabImage, loadImage } from '../guests/containers.ts'
import type { Router } from '../guests/router.ts'
import { ROOT } from '../process/place.ts'

/** A data directory for a router with containers. An overlay file system cannot be on top of another one, where /tmp may be. */
export function engineData(): string {
  mkdirSync(join(ROOT, '.sallyport'), { recursive: true })
  return mkdtempSync(join(ROOT, '.sallyport/home-'))
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
