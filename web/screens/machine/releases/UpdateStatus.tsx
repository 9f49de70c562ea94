import { Progress } from '@mantine/core'
import type { UpdateProgress } from '../../../../router/model/machine/releases/progress.ts'
import { systemTexts } from '../../../texts/machine/system.ts'

const words = systemTexts.progress

function textOf({ State, Version, Losses, Reason }: UpdateProgress): string {
  const losses = Losses.map((loss) => words.losses[loss]).join(', ')
  if (State === 'none') return ''
  if (State === 'rolled_back') return words.rolled_back(Version, losses)
  if (State === 'failed') return words.failed(losses || Reason)
  return words[State](Version)
}

/** How far an update is, or how the last one ended. */
export const UpdateStatus = ({ update }: { update: UpdateProgress }) => (
  <>
    <p role="status">{textOf(update)}</p>
    {update.State === 'downloading' && update.TotalBytes > 0 && (
      <Progress
        value={(100 * update.ReceivedBytes) / update.TotalBytes}
        aria-label={words.downloading(update.Version)}
      />
    )}
  </>
)
