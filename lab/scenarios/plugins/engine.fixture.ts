import { test } from 'node:test'
import type { DeviceSpec } from '../../guests/device.ts'
import { type GitServer, startInternetGit } from '../../guests/git.ts'
import { lacksContainers } from '../../guests/superd.ts'
import { engineData } from '../../home/engine.ts'
import type { Home, HomeOf } from '../../home/home.ts'
import { openStage } from '../../home/story.ts'

/**
 * Opens a home whose router can run plugins in containers. Its scenarios are skipped where containers cannot run, and for the reason
 * `lacking`.
 */
export async function openPluginStories<const H extends Record<string, DeviceSpec>>(
  household: H,
  lacking: string | false = false,
) {
  const skip = (lacksContainers() && 'containers need root and Docker') || lacking
  const data = skip ? '' : engineData()
  const stage = skip ? undefined : await openStage(household, { data })
  return {
    /** The data directory of the router. */
    data,
    story: (title: string, run: (home: HomeOf<H>) => Promise<void>): void =>
      stage ? stage.story(title, run) : void test(title, { skip }, () => undefined),
  }
}

/** All devices join, the owner has a one-time code, and there is a git server in the internet. */
export async function preparePlugins(home: Home): Promise<GitServer> {
  await Promise.all([home.gather(), home.router.uplinkAddress()])
  await home.router.prove()
  return await startInternetGit(home)
}
