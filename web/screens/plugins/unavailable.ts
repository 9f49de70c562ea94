import type { Obstacle } from '../../../router/model/plugins/installed/obstacle.ts'
import { pluginTexts } from '../../texts/plugins/plugins.ts'

interface Runtime {
  readonly Reason?: string | undefined
  readonly Obstacle?: Obstacle | undefined
}

/** Why containers cannot run, or the words of the router where it gives no code. */
export const unavailableWords = ({ Reason = '', Obstacle }: Runtime): string =>
  Obstacle ? pluginTexts.unavailableBecause[Obstacle.Code](Obstacle.Detail) : Reason
