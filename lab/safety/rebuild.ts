import assert from 'node:assert/strict'
import type { Router } from '../guests/router.ts'
import { until } from '../process/until.ts'
import { kernelOf } from './kernel.ts'

/**
 * Hold what many changes have made of the kernel against what a router makes that finds no firewall there: throws where they
 * differ. The router is then running again.
 */
export async function rebuild(router: Router): Promise<void> {
  const kept = await kernelOf(router)
  await router.daemon.stop()
  await router.namespace.run(['nft', 'delete', 'table', 'inet', 'sallyport'])
  await router.start()
  let made: string[] = []
  await until('the rebuilt kernel to be the kept one', async () => {
    made = await kernelOf(router)
    return made.join('\n') === kept.join('\n')
  }).catch(() => assert.deepEqual(kept, made))
}
